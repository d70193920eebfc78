import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { decodeImage } from '../apps/server/src/platform/images/decoder/decode-image.ts';
import { restrictSharp } from '../apps/server/src/platform/images/decoder/serve-requests.ts';
import { THUMBNAIL_JPEG } from '../apps/server/src/platform/images/decoder/write-thumbnails.ts';

/** Means per photo in one process, after a warm-up, and the process's peak resident memory. */
export type ImageWork = { cpuSeconds: number; wallSeconds: number; peakRssBytes: number };

/**
 * Repeats the same photo in a process of its own: 'floor' is a plain sharp cascade (decode once, 1300 to 800 to 300, the
 * thumbnails' own JPEG settings, nothing else), 'decoder' is the work of the decoder process.
 */
export async function measureImageWork(
  what: 'floor' | 'decoder',
  photo: string,
  rounds = 30,
): Promise<ImageWork> {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [
    fileURLToPath(import.meta.url),
    what,
    photo,
    String(rounds),
  ]);
  return JSON.parse(stdout);
}

async function runFloor(path: string, outputDirectory: string) {
  let step = await toRaw(sharp(path).autoOrient(), 1300);
  for (const size of [1300, 800, 300]) {
    if (size !== 1300) step = await toRaw(fromRaw(step), size);
    await fromRaw(step)
      .jpeg(THUMBNAIL_JPEG)
      .toFile(join(outputDirectory, `${size}.jpg`));
  }
}

type Raw = { data: Buffer; info: OutputInfo };
const toRaw = (image: Sharp, size: number): Promise<Raw> =>
  image.resize({ width: size, height: size, fit: 'inside' }).raw().toBuffer({ resolveWithObject: true });
const fromRaw = ({ data, info: { width, height } }: Raw) =>
  sharp(data, { raw: { width, height, channels: 3 } });

async function measureHere(what: string, photo: string, rounds: number): Promise<ImageWork> {
  restrictSharp();
  const outputDirectory = await mkdtemp(join(tmpdir(), 'image-floor-'));
  const once = async () => {
    if (what === 'floor') await runFloor(photo, outputDirectory);
    else await decodeImage({ path: photo, outputDirectory, nowMs: Date.now() });
  };
  for (let warmUp = 0; warmUp < 3; warmUp++) await once();
  const cpu = process.cpuUsage();
  const start = performance.now();
  for (let round = 0; round < rounds; round++) await once();
  const wallSeconds = (performance.now() - start) / 1000 / rounds;
  const { user, system } = process.cpuUsage(cpu);
  await rm(outputDirectory, { recursive: true });
  return {
    cpuSeconds: (user + system) / 1e6 / rounds,
    wallSeconds,
    peakRssBytes: process.resourceUsage().maxRSS * 1024,
  };
}

if (import.meta.main) {
  const [what = 'floor', photo = '', rounds = '30'] = process.argv.slice(2);
  console.log(JSON.stringify(await measureHere(what, photo, Number(rounds))));
}
