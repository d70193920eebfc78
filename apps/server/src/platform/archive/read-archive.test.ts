import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSources } from './archive.fixture.ts';
import { type ArchiveEntry, contentEntry } from './archive-entry.ts';
import { type ArchivePlan, planArchive } from './plan-archive.ts';
import { readArchive } from './read-archive.ts';
import { requireSources } from './sources.ts';
import { watchSources } from './watch-sources.fixture.ts';
import { localHeaderBytes } from './zip-records.ts';

const MB = 1024 * 1024;

describe.each(['files', 'S3'] as const)('an archive of sources in %s', (kind) => {
  let sources: Awaited<ReturnType<typeof startSources>>;
  let entries: ArchiveEntry[];
  let plan: ArchivePlan;
  let whole: Buffer;
  beforeAll(async () => {
    sources = await startSources(kind);
    entries = [
      await sources.add('a.jpg', randomBytes(700_000)),
      await sources.add('b.jpg', randomBytes(1)),
      contentEntry({ name: 'c.csv', content: randomBytes(500), modifiedAt: '2020-01-01T00:00:00' }),
      await sources.add('d.jpg', Buffer.alloc(0)),
      await sources.add('ordner/é.jpg', randomBytes(300_001)),
    ];
    plan = planArchive(entries);
    whole = await buffer(readArchive(plan, sources.objects));
  });
  afterAll(() => sources.stop());

  test('has the planned length', () => expect(whole.length).toBe(plan.bytes));

  test('has the same bytes for any range', async () => {
    const { starts, bytes } = plan;
    const near = fc
      .tuple(fc.constantFrom(...starts), fc.integer({ min: -60, max: 60 }))
      .map(([at, distance]) => Math.min(bytes - 1, Math.max(0, at + distance)));
    const offset = fc.oneof(near, fc.nat(bytes - 1));
    const firstBytes = entries.map((entry, index) => (starts[index] ?? 0) + localHeaderBytes(entry));
    await fc.assert(
      fc.asyncProperty(offset, offset, async (one, other) => {
        const [start, end] = [Math.min(one, other), Math.max(one, other)];
        // The tests' S3 server takes 'bytes=0-0' for the whole object.
        fc.pre(kind === 'files' || !firstBytes.includes(end));
        const part = await buffer(readArchive(plan, sources.objects, { start, end }));
        expect(part.equals(whole.subarray(start, end + 1)), `${start}-${end}`).toBe(true);
      }),
      { numRuns: kind === 'files' ? 300 : 100 },
    );
  });

  test('breaks off, naming the photo, if a source is missing or has another size', async () => {
    const [first, last] = [await sources.add('first.jpg', randomBytes(2 * MB)), entries[4]];
    const lost = await sources.add('lost.jpg', randomBytes(10));
    await sources.objects.remove([lost.source.key]);
    const stored = await sources.add('changed.jpg', randomBytes(2_000));
    for (const [wrong, reason] of [
      [lost, 'missing'],
      [{ ...stored, bytes: 1_999 }, 'has more than 1999|has 2000 bytes instead'],
      [{ ...stored, bytes: 2_001 }, 'has fewer than 2001|has 2000 bytes instead'],
    ] as const) {
      const all = [first, wrong, last as ArchiveEntry];
      const broken = planArchive(all);
      const failure = {
        name: 'ArchiveSourceError',
        entryName: wrong.name,
        message: expect.stringMatching(reason),
      };
      await expect(buffer(readArchive(broken, sources.objects))).rejects.toMatchObject(failure);
      const middle = (broken.starts[1] ?? 0) + 45;
      const rest = { start: middle, end: broken.bytes - 1 };
      await expect(buffer(readArchive(broken, sources.objects, rest))).rejects.toMatchObject(failure);
      await expect(requireSources(all, sources.objects)).rejects.toMatchObject(failure);
    }
    await requireSources(entries, sources.objects);
  });
});

describe('reading an archive', () => {
  let sources: Awaited<ReturnType<typeof startSources>>;
  beforeAll(async () => {
    sources = await startSources();
  });
  afterAll(() => sources.stop());

  const photos = (count: number, bytes: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => sources.add(`${index}.jpg`, randomBytes(bytes))));

  test('opens at most one source ahead, and none outside the range', async () => {
    const plan = planArchive(await photos(12, 300_000));
    const watched = watchSources(sources.objects);
    const range = { start: (plan.starts[3] ?? 0) + 1_000, end: (plan.starts[9] ?? 0) - 1 };
    let most = 0;
    for await (const _ of readArchive(plan, watched.objects, range)) most = Math.max(most, watched.openNow());
    expect(most).toBe(2);
    const keys = plan.entries.slice(3, 9).map(({ source }) => 'key' in source && source.key);
    expect(watched.opened.map(({ key }) => key)).toEqual(keys);
    await expect.poll(() => watched.openNow()).toBe(0);
  });

  test('returns its first bytes before any source answers', async () => {
    const never = { open: () => new Promise<never>(() => undefined) };
    const archive = readArchive(planArchive(await photos(1, 1_000)), never);
    const [first] = await once(archive, 'data');
    expect(first.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
    archive.destroy();
    await once(archive, 'close');
  });

  test('closes open and opening sources at once when it is destroyed', async () => {
    const plan = planArchive(await photos(2, 3 * MB));
    const watched = watchSources(sources.objects);
    const archive = readArchive(plan, watched.objects);
    await once(archive, 'data');
    archive.pause();
    await expect.poll(() => watched.openNow()).toBe(1);
    archive.destroy();
    await expect.poll(() => [watched.opened.length, watched.openNow()]).toEqual([1, 0]);
    const [requested, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    async function open(...of: Parameters<typeof watched.objects.open>) {
      requested.resolve();
      await answered.promise;
      return watched.objects.open(...of);
    }
    const waiting = readArchive(plan, { open }).resume();
    await requested.promise;
    waiting.destroy();
    answered.resolve();
    await expect.poll(() => [watched.opened.length, watched.openNow()]).toEqual([2, 0]);
  });

  test('resumes where a source broke off, and fails when that makes no progress', async () => {
    const plan = planArchive(await photos(2, 2 * MB));
    const whole = await buffer(readArchive(plan, sources.objects));
    let bytesUntilBreak = 700_000;
    const breaking = {
      async open(...of: Parameters<typeof sources.objects.open>) {
        const source = await sources.objects.open(...of);
        let left = bytesUntilBreak;
        source.on('data', (chunk: Buffer) => {
          left -= chunk.length;
          if (left <= 0) source.destroy(new Error('ECONNRESET'));
        });
        source.pause();
        return source;
      },
    };
    expect((await buffer(readArchive(plan, breaking))).equals(whole)).toBe(true);
    bytesUntilBreak = 0;
    const failure = { name: 'ArchiveSourceError', entryName: '0.jpg' };
    await expect(buffer(readArchive(plan, breaking))).rejects.toMatchObject(failure);
  });
});
