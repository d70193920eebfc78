import { SNIFF_BYTES, sniffFormat } from '@keepsake/contracts/library/photo-format';
import { LARGE_SIZE, THUMBNAIL_SIZES } from '@keepsake/contracts/platform/limits';
import { type Description, describePhoto } from '../describe-photo.ts';
import { ImageError, type ImageFormat, type Measures, type ProcessedImage } from '../image.ts';
import { measurePicture } from './measure-picture.ts';
import { openHeic, readHeicBlocks } from './open-heic.ts';
import { openRaster, readHead, readRasterBlocks } from './open-raster.ts';
import { rotatePixels } from './pixels.ts';
import { toSrgb } from './srgb.ts';
import { computeThumbhash, writeThumbnails } from './write-thumbnails.ts';

export type DecodeRequest = {
  path: string;
  nowMs: number;
  /** Directory for the thumbnails; without one the photo is only described. */
  outputDirectory?: string;
  /** Whether to write a larger JPEG as well. */
  isLarge?: boolean;
  /** By how much the thumbnails are turned clockwise, once they are upright. */
  degrees?: number;
  /** Whether the file is a thumbnail that is only measured. */
  isForMeasures?: boolean;
};
export type Decoded = { image: ProcessedImage } | { description: Description } | { measures: Measures };

/** Answers a request. Runs only in the decoder process. Throws `ImageError`. */
export async function decodeImage(request: DecodeRequest): Promise<Decoded> {
  const { path, outputDirectory, isLarge = false, degrees = 0, isForMeasures = false, nowMs } = request;
  if (isForMeasures) return { measures: await measureThumbnail(path) };
  const format = await requireFormat(path);
  const now = new Date(nowMs);
  if (outputDirectory === undefined) return { description: await describe(path, format, now) };
  try {
    return { image: await decode(path, { format, outputDirectory, isLarge, degrees, now }) };
  } catch (error) {
    throw error instanceof ImageError ? await withDescription(error, { path, format, now }) : error;
  }
}

/** The measures of a thumbnail that exists, scaled like the smallest. */
async function measureThumbnail(path: string): Promise<Measures> {
  const { pixels } = await openRaster(path, Math.min(...THUMBNAIL_SIZES));
  return measurePicture(pixels);
}

async function describe(path: string, format: ImageFormat, now: Date): Promise<Description> {
  const blocks = format === 'heic' ? await readHeicBlocks(path) : await readRasterBlocks(path);
  return describePhoto({ ...blocks, now });
}

type Failed = { path: string; format: ImageFormat; now: Date };

/** A failure with what the file says all the same: its pixels may be beyond us, and its date and camera are not. */
async function withDescription(error: ImageError, { path, format, now }: Failed): Promise<ImageError> {
  const description = await describe(path, format, now).catch(() => null);
  return new ImageError(error.code, error.message, { cause: error, description: description ?? undefined });
}

type Decode = {
  format: ImageFormat;
  outputDirectory: string;
  isLarge: boolean;
  degrees: number;
  now: Date;
};

/** Everything we need of a photo, from one decode. */
async function decode(
  path: string,
  { format, outputDirectory, isLarge, degrees, now }: Decode,
): Promise<ProcessedImage> {
  const edge = isLarge ? LARGE_SIZE : Math.max(...THUMBNAIL_SIZES);
  const opened = format === 'heic' ? await openHeic(path, edge) : await openRaster(path, edge);
  const pixels = await rotatePixels(await toSrgb(opened), degrees);
  const { thumbnails, large, smallest } = await writeThumbnails(pixels, outputDirectory, { isLarge });
  return {
    format,
    width: opened.width,
    height: opened.height,
    orientation: opened.orientation,
    ...describePhoto({ ...opened, now }),
    thumbhash: await computeThumbhash(smallest),
    measures: measurePicture(smallest),
    thumbnails,
    large,
  };
}

async function requireFormat(path: string): Promise<ImageFormat> {
  const format = sniffFormat(await readHead(path, SNIFF_BYTES));
  if (format === 'unknown') throw new ImageError('NOT_AN_IMAGE', 'no known signature');
  if (format === 'unsupported') throw new ImageError('UNSUPPORTED_FORMAT', 'neither JPEG, PNG nor HEIC');
  return format;
}
