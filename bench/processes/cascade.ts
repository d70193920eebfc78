import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { THUMBNAIL_SIZES } from '@keepsake/contracts/platform/limits';
import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { restrictSharp } from '../../apps/server/src/platform/images/decoder/serve-requests.ts';
import { THUMBNAIL_JPEG } from '../../apps/server/src/platform/images/decoder/write-thumbnails.ts';

/** Means per photo, after a warm-up. */
export type CascadeCost = { cpuSeconds: number; wallSeconds: number };

/**
 * Floor for thumbnails: repeats a plain sharp cascade (decode once, the largest size first, the thumbnails' own JPEG settings,
 * nothing else) on a photo, and reports the cost to its parent.
 */
const [photo = '', rounds = ''] = process.argv.slice(2);
restrictSharp();
process.send?.(await measureCascade(Number(rounds)));

async function measureCascade(times: number): Promise<CascadeCost> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'keepsake-bench-cascade-'));
  for (let warmUp = 0; warmUp < 3; warmUp++) await resizeInto(folder.path);
  const cpu = process.cpuUsage();
  const start = performance.now();
  for (let round = 0; round < times; round++) await resizeInto(folder.path);
  const { user, system } = process.cpuUsage(cpu);
  const wallSeconds = (performance.now() - start) / 1_000 / times;
  return { cpuSeconds: (user + system) / 1e6 / times, wallSeconds };
}

async function resizeInto(folder: string): Promise<void> {
  let step: Raw | undefined;
  for (const size of THUMBNAIL_SIZES.toReversed()) {
    step = await toRaw(step ? fromRaw(step) : sharp(photo).autoOrient(), size);
    await fromRaw(step)
      .jpeg(THUMBNAIL_JPEG)
      .toFile(path.join(folder, `${size}.jpg`));
  }
}

type Raw = { data: Buffer; info: OutputInfo };

function toRaw(image: Sharp, size: number): Promise<Raw> {
  const inside = image.resize({ width: size, height: size, fit: 'inside' });
  return inside.raw().toBuffer({ resolveWithObject: true });
}

function fromRaw({ data, info: { width, height } }: Raw): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}
