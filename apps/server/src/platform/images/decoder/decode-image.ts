import { open } from 'node:fs/promises';
import { ImageError, type ImageFormat, type ProcessedImage } from '../image.ts';
import { readDateTaken } from '../read-date-taken.ts';
import { SNIFF_BYTES, sniffFormat } from '../sniff-format.ts';
import { openHeic } from './open-heic.ts';
import { openRaster } from './open-raster.ts';
import { toSrgb } from './srgb.ts';
import { computeThumbhash, writeThumbnails } from './write-thumbnails.ts';

export type DecodeRequest = { path: string; outputDirectory: string; nowMs: number };

/** Everything a photo needs, from one decode. Runs only in the decoder process. Throws `ImageError`. */
export async function decodeImage({ path, outputDirectory, nowMs }: DecodeRequest): Promise<ProcessedImage> {
  const format = await requireFormat(path);
  const opened = format === 'heic' ? await openHeic(path) : await openRaster(path);
  const pixels = await toSrgb(opened);
  const { thumbnails, smallest } = await writeThumbnails(pixels, outputDirectory);
  return {
    format,
    width: opened.width,
    height: opened.height,
    orientation: opened.orientation,
    ...readDateTaken({ exif: opened.exif, xmp: opened.xmp, now: new Date(nowMs) }),
    thumbhash: await computeThumbhash(smallest),
    thumbnails,
  };
}

async function requireFormat(path: string): Promise<ImageFormat> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
  const format = sniffFormat(buffer.subarray(0, bytesRead));
  if (format === 'unknown') throw new ImageError('NOT_AN_IMAGE', 'no known signature');
  if (format === 'unsupported') throw new ImageError('UNSUPPORTED_FORMAT', 'neither JPEG, PNG nor HEIC');
  return format;
}
