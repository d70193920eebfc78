import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { ImageError } from '../image-error.ts';
import { MAX_PIXELS } from '../image-format.ts';
import { THUMBNAIL_SIZES } from '../processed-image.ts';
import { decodeHeicPixels } from './decode-heic-pixels.ts';
import { fitPixels } from './fit-pixels.ts';
import { callFallible, type HeifLibrary, loadHeifLibrary, readUint32, withMemory } from './heif-library.ts';
import { asRaw, type OpenedImage } from './pixels.ts';
import { readHeicMetadata } from './read-heic-metadata.ts';
import { readHeicProfile } from './read-heic-profile.ts';

/** Loaded by the first HEIC: most decoders never see one and stay 30 MB smaller. */
let library: HeifLibrary | undefined;

/**
 * Opens the primary image of a HEIC with its own rotation, mirroring and cropping applied. EXIF orientation is left
 * alone: ISO/IEC 23008-12 makes it information only, and phones write both.
 * Errors: as `openRaster`, UNSUPPORTED_FORMAT for codecs and features that libheif lacks, DECODER_CRASHED.
 */
export async function openHeic(path: string): Promise<OpenedImage> {
  const bytes = await readFile(path);
  library ??= loadHeifLibrary();
  const heif = library;
  try {
    return await openWith(heif, bytes);
  } catch (error) {
    if (error instanceof ImageError) throw error;
    library = undefined; // after a trap its memory is not to be trusted
    throw new ImageError('DECODER_CRASHED', String(error));
  }
}

async function openWith(heif: HeifLibrary, bytes: Uint8Array): Promise<OpenedImage> {
  const file = heif._malloc(bytes.length);
  if (file === 0) throw new ImageError('TOO_LARGE', 'libheif has no memory left');
  const context = heif._heif_context_alloc();
  let handle = 0;
  try {
    heif.HEAPU8.set(bytes, file);
    limitPixels(heif, context);
    callFallible(heif, heif._heif_context_read_from_memory_without_copy, context, file, bytes.length, 0);
    handle = withMemory(heif, 4, (out) => {
      callFallible(heif, heif._heif_context_get_primary_image_handle, context, out);
      return readUint32(heif, out);
    });
    return await readImage(heif, handle);
  } finally {
    if (handle !== 0) heif._heif_image_handle_release(handle);
    heif._heif_context_free(context);
    heif._free(file);
  }
}

/** A container may show a small picture and hold a huge one: libheif checks each. Field of heif_security_limits. */
const MAX_IMAGE_SIZE_OFFSET = 8;

function limitPixels(heif: HeifLibrary, context: number): void {
  const limits = heif._heif_context_get_security_limits(context);
  new DataView(heif.HEAPU8.buffer).setBigUint64(limits + MAX_IMAGE_SIZE_OFFSET, BigInt(MAX_PIXELS), true);
}

async function readImage(heif: HeifLibrary, handle: number): Promise<OpenedImage> {
  const width = heif._heif_image_handle_get_width(handle);
  const height = heif._heif_image_handle_get_height(handle);
  if (width * height > MAX_PIXELS) throw new ImageError('TOO_LARGE', `${width} x ${height}`);
  const metadata = readHeicMetadata(heif, handle);
  const profile = await readHeicProfile(heif, handle);
  const decoded = decodeHeicPixels(heif, handle);
  try {
    // libvips reads libheif's memory in place: nothing may call libheif until it is done.
    const pixels = await fitPixels(sharp(decoded.pixels.data, asRaw(decoded.pixels)), THUMBNAIL_SIZES[0]);
    return { width, height, orientation: 1, pixels, profile, ...metadata };
  } finally {
    decoded.release();
  }
}
