import { randomBytes } from 'node:crypto';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { createObjectStore } from '../../apps/server/src/platform/objects/storage.ts';
import { type Child, startChild } from '../harness/child-process.ts';
import { type Figure, figure } from '../harness/figure.ts';
import { watchMemory } from '../harness/process-tree.ts';
import { download } from '../harness/requests.ts';
import { median, paired } from '../harness/rounds.ts';

const NODE = new URL('../processes/serve-archives.ts', import.meta.url);
const PHOTO_BYTES = 3_650_000;
const PHOTOS = 100;
const LARGE_BYTES = 10e9;
const ROUNDS = 7;
const READS = 21;

/** Archives compared with plain files from the same server, and the server's memory during a large one. */
export async function measure(): Promise<Figure[]> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'keepsake-bench-archive-'));
  const entry = await writePhotos(folder.path);
  const env = { DATA_DIR: folder.path, PHOTO: JSON.stringify(entry) };
  await using node = await startChild<string>(NODE, { env });
  // Memory first: the plans of 100,000 photos leave a larger heap behind, compared with which any growth is small.
  const memory = await measureMemory(node);
  return [...(await measureSpeed(node.ready)), memory];
}

/** A photo, and a plain file as large as a hundred of it. */
async function writePhotos(dataDir: string) {
  const objects = await createObjectStore({ storageUrl: null, dataDir });
  const photo = randomBytes(PHOTO_BYTES);
  await objects.putBytes('photo', photo);
  await objects.putBytes('as-large', Buffer.concat(Array.from({ length: PHOTOS }, () => photo)));
  const details = { name: 'photo.jpg', bytes: PHOTO_BYTES, modifiedAt: '2020-01-01T00:00:00' };
  return { ...details, crc32: crc32(photo), source: { key: 'photo' } };
}

/** Complete downloads, and the latency of short ranges, which is independent of the bandwidth. */
async function measureSpeed(address: string): Promise<Figure[]> {
  const url = `${address}/archives/${PHOTOS}`;
  const rateOf = async (of: string) => (await download(of)).megabytesPerSecond;
  const rates = await paired(
    { archive: () => rateOf(url), file: () => rateOf(`${address}/files/as-large`) },
    ROUNDS,
  );
  const name = `archive of ${PHOTOS} photos, ${(PHOTOS * PHOTO_BYTES) / 1e6} MB, beside a plain file`;
  const first = await waitForFirstByte(url, 'bytes=0-99999');
  const resumed = await waitForFirstByte(url, 'bytes=350000000-350099999');
  const large = await waitForFirstByte(`${address}/archives/100000`, 'bytes=-1000');
  return [
    figure(name, rates.archive, 'MB/s', { beside: rates.file, atLeast: 0.8 }),
    figure('its first byte', first, 'ms', { atMost: 20 }),
    figure('its first byte, resumed at 350 MB', resumed, 'ms', { atMost: 20 }),
    figure('first byte of the end of one of 100,000 photos', large, 'ms'),
  ];
}

async function waitForFirstByte(url: string, range: string): Promise<number> {
  const times: number[] = [];
  for (let read = 0; read < READS; read++)
    times.push((await download(url, { range })).millisecondsToFirstByte);
  return median(times);
}

/** Peak memory of the server while it sends 10 GB, compared with a plain file of 365 MB. */
async function measureMemory({ pid, ready: address }: Child<string>): Promise<Figure> {
  async function peakWhile(path: string, times = 1): Promise<number> {
    const memory = watchMemory(pid);
    for (let round = 0; round < times; round++) await download(address + path);
    return memory.stop().total;
  }
  const plain = await peakWhile('/files/as-large', ROUNDS);
  const large = await peakWhile(`/archives/${Math.ceil(LARGE_BYTES / PHOTO_BYTES)}`);
  const note = `${plain.toFixed(0)} MB with the plain file, ${large.toFixed(0)} MB with the archive`;
  return figure('memory of an archive of 10 GB over that of a plain file', large - plain, 'MB', {
    atMost: 50,
    note,
  });
}
