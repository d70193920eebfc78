import sharp, { type Metadata } from 'sharp';
import { ImageError, MAX_PIXELS } from '../image.ts';
import { fitPixels, type OpenedImage } from './pixels.ts';
import { readPngMetadata } from './read-png-metadata.ts';

/** libjpeg warns about these in intact files: some Samsung phones and old editors write them. */
const HARMLESS_WARNING = /Invalid SOS parameters|extraneous bytes before marker/;

/**
 * Opens a JPEG or PNG with libvips, scaled to fit a square of `edge` pixels, shrinking on load if the format can. Takes the first
 * frame of an animation. Errors: NOT_AN_IMAGE for an unreadable header, TOO_LARGE, TRUNCATED for missing or damaged pixels.
 */
export async function openRaster(path: string, edge: number): Promise<OpenedImage> {
  const metadata = await readMetadata(path);
  if (metadata.width * metadata.height > MAX_PIXELS) {
    throw new ImageError('TOO_LARGE', `${metadata.width} x ${metadata.height}`);
  }
  const profile = isEightBitRgb(metadata) ? metadata.icc : undefined;
  const { width, height } = metadata.autoOrient;
  return {
    width,
    height,
    orientation: metadata.orientation ?? 1,
    pixels: await readPixels(path, { edge, ignoreIcc: profile !== undefined }),
    profile,
    ...(await readBlocks(path, metadata)),
  };
}

/** The EXIF block and the XMP packet of a JPEG or PNG, without its pixels. Errors: NOT_AN_IMAGE for an unreadable header. */
export async function readRasterBlocks(path: string) {
  return readBlocks(path, await readMetadata(path));
}

async function readBlocks(path: string, { format, exif, xmp }: Metadata) {
  const inTexts = format === 'png' && !(exif && xmp) ? await readPngMetadata(path) : {};
  return { exif: exif ?? inTexts.exif, xmp: xmp ?? inTexts.xmp };
}

/**
 * Profiles of 8-bit RGB are applied after scaling, to a fraction of the pixels. CMYK, grey and 16-bit files are rare, and libvips
 * converts them while loading. Untagged files are sRGB and cost nothing.
 */
const isEightBitRgb = (metadata: Metadata) => metadata.space === 'srgb' && metadata.depth === 'uchar';

async function readMetadata(path: string) {
  try {
    return await sharp(path, { limitInputPixels: false }).metadata();
  } catch (error) {
    throw new ImageError('NOT_AN_IMAGE', (error as Error).message);
  }
}

async function readPixels(path: string, { edge, ignoreIcc }: { edge: number; ignoreIcc: boolean }) {
  const options = { ignoreIcc, limitInputPixels: MAX_PIXELS, sequentialRead: true };
  const read = (failOn: 'warning' | 'truncated') =>
    fitPixels(sharp(path, { ...options, failOn }).autoOrient(), edge);
  try {
    return await read('warning').catch((error: Error) => {
      if (HARMLESS_WARNING.test(error.message)) return read('truncated');
      throw error;
    });
  } catch (error) {
    throw new ImageError('TRUNCATED', (error as Error).message);
  }
}
