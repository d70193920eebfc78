import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { ImageError, MAX_PIXELS } from '../image.ts';
import {
  callFallible,
  ERROR_BYTES,
  type HeifLibrary,
  loadHeifLibrary,
  readError,
  readUint32,
  toImageError,
  withMemory,
} from './heif-library.ts';
import { asRaw, fitPixels, type OpenedImage, type Pixels } from './pixels.ts';
import { readHeicMetadata, readHeicProfile } from './read-heic-metadata.ts';

/** Loaded with the first HEIC: most decoders never see one and stay 30 MB smaller. */
let library: HeifLibrary | undefined;

/**
 * Opens the primary image of a HEIC, scaled to fit a square of `edge` pixels, with its own rotation, mirroring and cropping
 * applied. EXIF orientation is ignored: ISO/IEC 23008-12 makes it informative, and phones write both. Errors: as `openRaster`,
 * UNSUPPORTED_FORMAT for codecs and features that libheif lacks, DECODER_CRASHED.
 */
export async function openHeic(path: string, edge: number): Promise<OpenedImage> {
  return withPrimaryImage(path, (heif, handle) => readImage(heif, handle, edge));
}

/** The EXIF block and the XMP packet of a HEIC, without its pixels. Errors: as `openHeic`. */
export async function readHeicBlocks(path: string) {
  return withPrimaryImage(path, async (heif, handle) => readHeicMetadata(heif, handle));
}

type UseImage<T> = (heif: HeifLibrary, handle: number) => Promise<T>;

async function withPrimaryImage<T>(path: string, use: UseImage<T>): Promise<T> {
  const bytes = await readFile(path);
  library ??= loadHeifLibrary();
  const heif = library;
  try {
    return await openWith(heif, bytes, use);
  } catch (error) {
    if (error instanceof ImageError) throw error;
    library = undefined; // after a trap its memory cannot be trusted
    throw new ImageError('DECODER_CRASHED', String(error));
  }
}

async function openWith<T>(heif: HeifLibrary, bytes: Uint8Array, use: UseImage<T>): Promise<T> {
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
    return await use(heif, handle);
  } finally {
    if (handle !== 0) heif._heif_image_handle_release(handle);
    heif._heif_context_free(context);
    heif._free(file);
  }
}

/** libheif checks every image, because a container may present a small one and contain a huge one. heif_security_limits. */
const MAX_IMAGE_SIZE_OFFSET = 8;

function limitPixels(heif: HeifLibrary, context: number): void {
  const limits = heif._heif_context_get_security_limits(context);
  new DataView(heif.HEAPU8.buffer).setBigUint64(limits + MAX_IMAGE_SIZE_OFFSET, BigInt(MAX_PIXELS), true);
}

async function readImage(heif: HeifLibrary, handle: number, edge: number): Promise<OpenedImage> {
  const width = heif._heif_image_handle_get_width(handle);
  const height = heif._heif_image_handle_get_height(handle);
  if (width * height > MAX_PIXELS) throw new ImageError('TOO_LARGE', `${width} x ${height}`);
  const metadata = readHeicMetadata(heif, handle);
  const profile = await readHeicProfile(heif, handle);
  const decoded = decodeHeicPixels(heif, handle);
  try {
    // libvips reads libheif's memory in place, so nothing may call libheif until it is done.
    const pixels = await fitPixels(sharp(decoded.pixels.data, asRaw(decoded.pixels)), edge);
    return { width, height, orientation: 1, pixels, profile, ...metadata };
  } finally {
    decoded.release();
  }
}

/** heif_colorspace_RGB, heif_chroma_interleaved_RGB, heif_channel_interleaved. */
const RGB = 1;
const INTERLEAVED_RGB = 10;
const INTERLEAVED = 10;

/** Contradictory or unknown colour descriptions; the pixels are intact. heif_suberror_code. */
const HARMLESS_WARNINGS: ReadonlySet<number> = new Set([133, 134, 135, 152]);

/** Decodes to 8-bit RGB in libheif's own memory, which `release` frees. Missing tiles are an error: TRUNCATED. */
function decodeHeicPixels(heif: HeifLibrary, handle: number): { pixels: Pixels; release: () => void } {
  const image = withMemory(heif, 4, (out) => {
    callFallible(heif, heif._heif_decode_image, handle, out, RGB, INTERLEAVED_RGB, 0);
    return readUint32(heif, out);
  });
  const release = () => heif._heif_image_release(image);
  try {
    refuseDamage(heif, image);
    return { pixels: packRows(heif, image), release };
  } catch (error) {
    release();
    throw error;
  }
}

/** libheif decodes what it can and only warns about the rest, which customers would see as grey tiles. */
function refuseDamage(heif: HeifLibrary, image: number): void {
  const count = heif._heif_image_get_decoding_warnings(image, 0, 0, 0);
  if (count === 0) return;
  withMemory(heif, count * ERROR_BYTES, (at) => {
    heif._heif_image_get_decoding_warnings(image, 0, at, count);
    for (let index = 0; index < count; index++) {
      const warning = readError(heif, at + index * ERROR_BYTES);
      if (warning.code !== 0 && !HARMLESS_WARNINGS.has(warning.subcode)) throw toImageError(warning);
    }
  });
}

/** libheif pads rows. Closing the gaps in place saves a copy of the whole picture. */
function packRows(heif: HeifLibrary, image: number): Pixels {
  const width = heif._heif_image_get_width(image, INTERLEAVED);
  const height = heif._heif_image_get_height(image, INTERLEAVED);
  const { plane, stride } = withMemory(heif, 4, (out) => ({
    plane: heif._heif_image_get_plane_readonly(image, INTERLEAVED, out),
    stride: readUint32(heif, out),
  }));
  const rowBytes = width * 3;
  for (let row = 1; stride !== rowBytes && row < height; row++) {
    const from = plane + row * stride;
    heif.HEAPU8.copyWithin(plane + row * rowBytes, from, from + rowBytes);
  }
  return { data: heif.HEAPU8.subarray(plane, plane + rowBytes * height), width, height };
}
