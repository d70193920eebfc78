import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { createObjectStore } from '../../apps/server/src/platform/objects/storage.ts';
import { readAnswer } from '../archive/read-answer.ts';
import { compared, type Figure, limited, reported } from '../figure.ts';
import { watchMemory } from '../ingest/process-tree.ts';
import { median } from '../statistics.ts';

const NODE = fileURLToPath(new URL('../archive/serve-archive-node.ts', import.meta.url));
const PHOTO_BYTES = 3_650_000;
const PHOTOS = 100;
const LARGE_BYTES = 10e9;
const ROUNDS = 7;
const READS = 21;

/** Archives compared with plain files from the same server, and the server's memory during a large one. */
export async function measureArchives(): Promise<Figure[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'keepsake-bench-archive-'));
  const node = await startNode(dataDir);
  try {
    // Memory first: the plans of 100,000 photos leave a larger heap behind, compared with which any growth is small.
    const memory = await measureMemory(node);
    return [...(await measureSpeed(node.address)), ...memory];
  } finally {
    const ended = once(node.child, 'exit');
    node.child.kill();
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function startNode(dataDir: string) {
  const objects = await createObjectStore({ storageUrl: null, dataDir });
  const photo = randomBytes(PHOTO_BYTES);
  await objects.putBytes('photo', photo);
  await objects.putBytes('as-large', Buffer.concat(Array.from({ length: PHOTOS }, () => photo)));
  const entry = {
    name: 'photo.jpg',
    bytes: PHOTO_BYTES,
    crc32: crc32(photo),
    modifiedAt: '2020-01-01T00:00:00',
    source: { key: 'photo' },
  };
  const child = fork(NODE, { env: { ...process.env, DATA_DIR: dataDir, PHOTO: JSON.stringify(entry) } });
  const [address] = (await once(child, 'message')) as [string];
  return { child, address };
}

/** Complete downloads in alternation, and the latency of short ranges, which is independent of the bandwidth. */
async function measureSpeed(address: string): Promise<Figure[]> {
  const url = `${address}/archives/${PHOTOS}`;
  const rates: Record<'archive' | 'file', number[]> = { archive: [], file: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    const archive = await readAnswer(url);
    const file = await readAnswer(`${address}/files/as-large`);
    if (round === 0) continue;
    rates.archive.push(archive.megabytesPerSecond);
    rates.file.push(file.megabytesPerSecond);
  }
  const [measured, baseline] = [median(rates.archive), median(rates.file)];
  const figure = `archive of ${PHOTOS} photos, ${(PHOTOS * PHOTO_BYTES) / 1e6} MB, beside a plain file`;
  const first = await waitForFirstByte(url, 'bytes=0-99999');
  const resumed = await waitForFirstByte(url, 'bytes=350000000-350099999');
  const large = await waitForFirstByte(`${address}/archives/100000`, 'bytes=-1000');
  return [
    compared({ figure, measured, baseline, unit: 'MB/s', atLeast: 0.8 }),
    limited({ figure: 'its first byte', measured: first, unit: 'ms', atMost: 20 }),
    limited({ figure: 'its first byte, resumed at 350 MB', measured: resumed, unit: 'ms', atMost: 20 }),
    reported({ figure: 'first byte of the end of one of 100,000 photos', measured: large, unit: 'ms' }),
  ];
}

async function waitForFirstByte(url: string, range: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < READS; round++) {
    times.push((await readAnswer(url, { range })).millisecondsToFirstByte);
  }
  return median(times);
}

/** Peak memory of the server while it sends 10 GB, compared with a plain file of 365 MB. */
async function measureMemory({ child, address }: Awaited<ReturnType<typeof startNode>>): Promise<Figure[]> {
  async function peakWhile(path: string, times = 1): Promise<number> {
    const memory = watchMemory(child.pid ?? 0);
    for (let round = 0; round < times; round++) await readAnswer(address + path);
    return memory.stop() / 1e6;
  }
  const plain = await peakWhile('/files/as-large', ROUNDS);
  const large = await peakWhile(`/archives/${Math.ceil(LARGE_BYTES / PHOTO_BYTES)}`);
  const figure = 'memory of an archive of 10 GB over that of a plain file';
  const note = `${plain.toFixed(0)} MB with the plain file, ${large.toFixed(0)} MB with the archive`;
  return [limited({ figure, measured: large - plain, unit: 'MB', atMost: 50, note })];
}
