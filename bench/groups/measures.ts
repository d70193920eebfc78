import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { decodeImage } from '../../apps/server/src/platform/images/decoder/decode-image.ts';
import { measurePicture } from '../../apps/server/src/platform/images/decoder/measure-picture.ts';
import { createImageProcessor } from '../../apps/server/src/platform/images/image-processor.ts';
import { type Figure, figure } from '../harness/figure.ts';
import { makeJpeg } from '../harness/pictures.ts';
import { paired } from '../harness/rounds.ts';

const ROUNDS = 6;
const PHOTOS = 5;
const SMALLEST = '300.jpg';
/** Measured one after the other from their thumbnails. */
const EXISTING = 200;
/** Share of a photo's processor time. */
const MOST_OF_DECODE = 0.05;

/** What it costs to measure what a photo looks like: while it is decoded, and from a thumbnail that exists. */
export async function measure(): Promise<Figure[]> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'keepsake-bench-measures-'));
  const original = path.join(folder.path, 'original.jpg');
  await writeFile(original, await makeJpeg());
  const decode = () => decodeImage({ path: original, outputDirectory: folder.path, nowMs: Date.now() });
  await decode();
  const { data, info } = await sharp(path.join(folder.path, SMALLEST))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = { data, width: info.width, height: info.height };
  const { whole, measuring } = await paired(
    {
      whole: () => processorTime(decode),
      measuring: () => processorTime(async () => measurePicture(pixels)),
    },
    ROUNDS,
  );
  return [
    figure('measure a photo while it is decoded, beside its whole decode', measuring, 'ms', {
      beside: whole,
      atMost: MOST_OF_DECODE,
      note: `processor time, 12 megapixels, median of ${ROUNDS}`,
    }),
    figure(
      'measure photos from their thumbnails',
      await measureExisting(path.join(folder.path, SMALLEST)),
      'photos/s',
      {
        note: 'one decoder that does nothing else; the job rests four fifths of the time',
      },
    ),
  ];
}

/** Milliseconds of processor time for each time that it is done, in all threads. */
async function processorTime(act: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let count = 0; count < PHOTOS; count++) await act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / PHOTOS;
}

async function measureExisting(thumbnail: string): Promise<number> {
  const log = { warn: () => undefined };
  const clock = () => new Date();
  const images = createImageProcessor({ workers: 1, timeoutMs: 20_000, memoryLimitMb: 700, log, clock });
  await images.measure({ owner: 'bench', path: thumbnail });
  const started = performance.now();
  for (let count = 0; count < EXISTING; count++) await images.measure({ owner: 'bench', path: thumbnail });
  const seconds = (performance.now() - started) / 1_000;
  await images.close();
  return EXISTING / seconds;
}
