import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSources } from './archive.fixture.ts';
import { type ArchiveEntry, contentEntry } from './archive-entry.ts';
import { planArchive } from './plan-archive.ts';
import { readArchive } from './read-archive.ts';
import { safeNames } from './safe-names.ts';
import { findZipTools, inspectZip, listWithUnzip, testZip } from './testing/zip-tools.ts';

const GB = 1024 ** 3;
/** Several readers take seconds for gigabytes, longer on a busy machine. */
const LONG = { timeout: 120_000 };
const tools = findZipTools();
if (!tools.unzip || !tools['7z']) console.warn('NOT PROVED with all readers, for they are missing:', tools);

let sources: Awaited<ReturnType<typeof startSources>>;
beforeAll(async () => {
  sources = await startSources();
});
afterAll(() => sources.stop());

type Extent = {
  names?: string[];
  /** For unzip, which takes long for gigabytes. */
  unzipNames?: string[];
};

/** Saves the archive of some entries and has every reader of the machine test it, or only the entries `names`. */
async function prove(entries: ArchiveEntry[], { names = [], unzipNames = names }: Extent = {}) {
  const plan = planArchive(entries);
  const file = await sources.save(readArchive(plan, sources.objects));
  expect((await stat(file)).size).toBe(plan.bytes);
  if (tools.unzip) testZip('unzip', file, unzipNames);
  if (tools['7z']) testZip('7z', file, names);
  const { problems, entries: found } = inspectZip(file, names);
  expect(problems).toEqual([]);
  expect(found.map(({ name, bytes, crc32 }) => ({ name, bytes, crc32 }))).toEqual(
    entries.map(({ name, bytes, crc32 }) => ({ name, bytes, crc32 })),
  );
  return { file, found };
}

describe('an archive opens in unzip, 7z and Python', () => {
  test('with photos, an empty file and a list made in memory', async () => {
    const { found } = await prove([
      await sources.add('one.jpg', randomBytes(3_600_000)),
      await sources.add('empty.jpg', Buffer.alloc(0)),
      await sources.add('2019/two.jpg', randomBytes(17)),
      contentEntry({ name: 'list.csv', content: Buffer.from('name\n'), modifiedAt: '2020-01-01T00:00:00' }),
    ]);
    expect(found[0]).toMatchObject({ modified: [2019, 7, 4, 15, 30, 12], mode: '0o100644' });
    expect(found.some(({ isZip64, isZip64Record }) => isZip64 || isZip64Record)).toBe(false);
  });

  test('with names in every script, as the customer wrote them', async () => {
    const names = ['Größe "1".jpg', '花火.jpg', '👨‍👩‍👧‍👦.jpg', 'IMG.jpg', 'img.JPG', '../x.jpg', 'con.jpg'];
    const content = randomBytes(10);
    const safe = safeNames(names.map((name) => ({ name, folder: 'Été à Paris' })));
    const { file } = await prove(await Promise.all(safe.map((name) => sources.add(name, content))));
    if (tools.unzip) expect(listWithUnzip(file)).toEqual(safe);
    expect(safe.slice(0, 5).map((name) => name.replace('Été à Paris/', ''))).toEqual([
      'Größe _1_.jpg',
      '花火.jpg',
      '👨‍👩‍👧‍👦.jpg',
      'IMG.jpg',
      'img (2).JPG',
    ]);
  });

  test.each([
    ['1826-06-01T12:00:00', [1980, 1, 1, 0, 0, 0]],
    ['1979-12-31T23:59:59', [1980, 1, 1, 0, 0, 0]],
    ['1980-01-01T00:00:02', [1980, 1, 1, 0, 0, 2]],
    ['2024-02-29T23:59:59.999', [2024, 2, 29, 23, 59, 58]],
    ['2107-12-31T23:59:59', [2107, 12, 31, 23, 59, 58]],
    ['2108-01-01T00:00:00', [2107, 12, 31, 23, 59, 58]],
  ])('with the wall time %s', async (modifiedAt, modified) => {
    const { found } = await prove([contentEntry({ name: 'a', content: Buffer.from('a'), modifiedAt })]);
    expect(found[0]?.modified).toEqual(modified);
  });

  test('with nothing in it', async () => {
    const plan = planArchive([]);
    const file = await sources.save(readArchive(plan, sources.objects));
    expect([plan.bytes, inspectZip(file)]).toEqual([22, { problems: [], entries: [] }]);
    if (tools['7z']) testZip('7z', file);
  });

  test('with a file of 4 GiB and more, and files after it', LONG, async () => {
    const entries = [
      await sources.add('before.jpg', randomBytes(100)),
      await sources.addZeros('huge.jpg', 4 * GB + 5),
      await sources.add('behind.jpg', randomBytes(100)),
    ];
    const { found } = await prove(entries, { unzipNames: ['before.jpg', 'behind.jpg'] });
    expect(found.map(({ isZip64, isZip64Record }) => [isZip64, isZip64Record])).toEqual([
      [false, false],
      [true, true],
      [false, true],
    ]);
  });

  test('with 70,000 files', LONG, async () => {
    const { source, ...photo } = await sources.add('photo.jpg', randomBytes(50));
    const names = safeNames(Array.from({ length: 70_000 }, () => ({ name: 'photo.jpg' })));
    const content = Buffer.from('x');
    const entries = names.map((name, index) =>
      index % 100 === 0 ? { ...photo, name, source } : contentEntry({ ...photo, name, content }),
    );
    const { found } = await prove(entries);
    expect(found.at(-1)?.name).toBe('photo (70000).jpg');
  });
});

test.each([65_534, 65_535])('%i files are all found', async (count) => {
  const content = Buffer.from('x');
  const entries = Array.from({ length: count }, (_, index) =>
    contentEntry({ name: `${index}.jpg`, content, modifiedAt: '2020-01-01T00:00:00' }),
  );
  await prove(entries, { names: ['7.jpg'] });
});
