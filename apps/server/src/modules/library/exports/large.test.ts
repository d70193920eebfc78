import { afterAll, beforeAll, expect, test } from 'vitest';
import { inspectZip, testZip } from '../../../platform/archive/testing/zip-tools.ts';
import { type ExportsWorld, startExports } from './exports.fixture.ts';

const MB = 1024 ** 2;
/** Several readers take seconds for gigabytes, longer on a busy machine. */
const LONG = { timeout: 300_000 };
let world: ExportsWorld;
beforeAll(async () => {
  world = await startExports({ chunkBytes: 8 * 1024 ** 3 });
});
afterAll(() => world.stop());

test('a chunk of more than 4 GB opens in unzip, 7z and Python', LONG, async () => {
  const customerId = await world.addCustomer();
  for (let index = 0; index < 22; index++) await world.addZeros(customerId, `${index}.jpg`, 199 * MB);
  const { photoId } = await world.add(customerId, { name: 'last.jpg' });
  const { backupId, chunks } = await world.makeReady(customerId);
  expect(photoId).toBeTruthy();
  expect(chunks).toHaveLength(1);
  expect(chunks[0]?.size).toBeGreaterThan(4 * 1024 ** 3);
  const { file, bytes, url } = await world.download(customerId, backupId, 0);
  expect(bytes).toBe(chunks[0]?.size);
  const names = ['2020/02/last.jpg', 'Unknown date/21.jpg', 'manifest-1.json'];
  for (const tool of ['unzip', '7z'] as const) testZip(tool, file, names);
  const { problems, entries } = inspectZip(file, names);
  expect(problems).toEqual([]);
  expect(entries.filter(({ isZip64Record }) => isZip64Record).length).toBeGreaterThan(0);
  const end = await fetch(url, { headers: { range: `bytes=${bytes - 100}-` } });
  expect([end.status, end.headers.get('content-range')]).toEqual([
    206,
    `bytes ${bytes - 100}-${bytes - 1}/${bytes}`,
  ]);
});
