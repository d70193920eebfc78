import { open, readFile } from 'node:fs/promises';
import { MAX_PHOTO_PIXELS } from '@keepsake/contracts/platform/limits';
import sharp, { type Metadata } from 'sharp';
import { type Blocks, blocksOfJpegHead, JPEG_HEAD_BYTES } from '../describe-photo.ts';
import { ImageError } from '../image.ts';
import { hasIptc } from '../read-iptc-dates.ts';
import { coloursOfPng } from './colour-numbers.ts';
import { outcomeOf } from './outcomes.ts';
import { fitPixels, type OpenedImage, type Pixels, refuseSize, turnPixels } from './pixels.ts';
import { type PngChunks, readPngChunks } from './read-png-metadata.ts';
import { repairJpeg } from './repair-jpeg.ts';

/**
 * Opens a JPEG or PNG with libvips, scaled to fit a square of `edge` pixels, shrinking on load if the format can. Takes the first
 * frame of an animation. Errors: NOT_AN_IMAGE for an unreadable header, TOO_LARGE, TOO_HEAVY, UNSUPPORTED_FORMAT, TRUNCATED for
 * missing or damaged pixels.
 */
export async function openRaster(path: string, edge: number): Promise<OpenedImage> {
  const metadata = await readMetadata(path);
  refuseSize({ ...metadata.autoOrient, heldBytes: heldBytesOf(metadata) });
  const chunks: PngChunks = metadata.format === 'png' ? await readPngChunks(path) : {};
  const colours = coloursOfPng(chunks);
  const profile = !colours && isEightBitRgb(metadata) ? metadata.icc : undefined;
  const ignoreIcc = profile !== undefined || colours !== undefined;
  const orientation = metadata.orientation ?? chunks.orientation ?? 1;
  return {
    ...uprightSize(metadata, orientation),
    orientation,
    pixels: await readUpright(path, { format: metadata.format, orientation }, { edge, ignoreIcc }),
    profile,
    colours,
    ...blocksOf(metadata, chunks),
  };
}

/** Orientations that swap width and height. */
const LYING = [5, 6, 7, 8];
const uprightSize = ({ width, height }: Described, orientation: number) =>
  LYING.includes(orientation) ? { width: height, height: width } : { width, height };

const blocksOf = (metadata: Pick<Blocks, 'exif' | 'xmp' | 'iptc'>, chunks: PngChunks): Blocks => ({
  exif: metadata.exif ?? chunks.exif,
  xmp: metadata.xmp ?? chunks.xmp,
  iptc: metadata.iptc ?? chunks.iptc,
  pngCreated: chunks.created,
});

/**
 * The EXIF block and the XMP packet of a JPEG or PNG, without its pixels. Of a JPEG with a header that libjpeg refuses, they are
 * taken from its first bytes. Errors: NOT_AN_IMAGE for an unreadable header.
 */
export async function readRasterBlocks(path: string): Promise<Blocks> {
  const metadata = await readMetadata(path).catch(async (error: unknown) => {
    const blocks = blocksOfJpegHead(await readHead(path, JPEG_HEAD_BYTES));
    if (!blocks.exif && !blocks.xmp && !blocks.iptc) throw error;
    return { format: 'jpeg', ...blocks };
  });
  return blocksOf(metadata, metadata.format === 'png' ? await readPngChunks(path) : {});
}

type Described = Omit<Metadata, 'iptc'> & Pick<Blocks, 'iptc'>;

/** Coefficients of a JPEG with several scans: two bytes each, for as many channels as remain after subsampling. */
const COEFFICIENT_BYTES = 2;
const CHANNELS_LEFT: Record<string, number> = { '4:2:0': 1.5, '4:2:0:4': 2.5, '4:2:2': 2, '4:4:4': 3 };
/** What libvips holds of an interlaced PNG, as a multiple of its pixels. */
const INTERLACED = 1.1;

/** What a decoder holds in memory of a picture that arrives several times, ever finer. Others pass row by row. */
function heldBytesOf({ isProgressive, format, width, height, ...metadata }: Described): number {
  if (!isProgressive) return 0;
  const { channels, depth, chromaSubsampling = '' } = metadata;
  if (format === 'png') return width * height * channels * (depth === 'ushort' ? 2 : 1) * INTERLACED;
  return width * height * COEFFICIENT_BYTES * (CHANNELS_LEFT[chromaSubsampling] ?? channels);
}

/**
 * Profiles of 8-bit RGB are applied after scaling, to a fraction of the pixels. CMYK, grey and 16-bit files are rare, and libvips
 * converts them while loading. Untagged files are sRGB and cost nothing.
 */
const isEightBitRgb = (metadata: Described) => metadata.space === 'srgb' && metadata.depth === 'uchar';

async function readMetadata(path: string): Promise<Described> {
  try {
    const metadata = await sharp(path, { limitInputPixels: false }).metadata();
    const isElsewhere = metadata.format === 'jpeg' && metadata.iptc && !hasIptc(metadata.iptc);
    return isElsewhere ? { ...metadata, iptc: await findIptc(path) } : metadata;
  } catch (error) {
    throw toImageError(error as Error, 'NOT_AN_IMAGE');
  }
}

/** Of Photoshop's segments libvips reads the first, and IPTC may stand in another. */
const findIptc = async (path: string) => blocksOfJpegHead(await readHead(path, JPEG_HEAD_BYTES)).iptc;

type Reading = { edge: number; ignoreIcc: boolean };
type Upright = Pick<Metadata, 'format'> & { orientation: number };

/** A JPEG is small when libvips turns it. Of a PNG that would take all pixels into memory, so it is turned afterwards. */
async function readUpright(path: string, { format, orientation }: Upright, reading: Reading) {
  if (format === 'jpeg') return readPixels(path, { ...reading, isTurned: true });
  return turnPixels(await readPixels(path, { ...reading, isTurned: false }), orientation);
}

async function readPixels(
  path: string,
  { edge, ignoreIcc, isTurned }: Reading & { isTurned: boolean },
): Promise<Pixels> {
  const options = { ignoreIcc, limitInputPixels: MAX_PHOTO_PIXELS, sequentialRead: true };
  const read = (source: string | Buffer, failOn: 'warning' | 'truncated') =>
    fitPixels(sharp(source, { ...options, failOn, autoOrient: isTurned }), edge);
  try {
    return await read(path, 'warning').catch(async (error: Error) => {
      if (!isRepairable(error)) throw error;
      const repaired = repairJpeg(await readFile(path));
      return await read(repaired, 'warning').catch((other: Error) => {
        if (outcomeOf(other.message) === 'harmless') return read(repaired, 'truncated');
        throw other;
      });
    });
  } catch (error) {
    throw toImageError(error as Error, 'TRUNCATED');
  }
}

/** What libvips says about a JPEG that ends without its end marker, whether or not pixels are missing as well. */
const NO_END = /premature end of JPEG image/;

const isRepairable = ({ message }: Error) => NO_END.test(message) || outcomeOf(message) === 'harmless';

/** A header that is cut or damaged is none; what it says about a kind that we lack, or about its size, is true. */
function toImageError(error: Error, otherwise: 'NOT_AN_IMAGE' | 'TRUNCATED'): ImageError {
  const outcome = outcomeOf(error.message);
  const isUnclear = outcome === null || outcome === 'harmless' || outcome === 'TRUNCATED';
  return new ImageError(isUnclear ? otherwise : outcome, error.message, { cause: error });
}

/** The first bytes of a file, fewer if it is shorter. */
export async function readHead(path: string, length: number): Promise<Buffer> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
  return buffer.subarray(0, bytesRead);
}
