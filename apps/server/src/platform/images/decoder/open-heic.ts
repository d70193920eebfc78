import { readFile } from 'node:fs/promises';
import { SNIFF_BYTES } from '@keepsake/contracts/library/photo-format';
import { MAX_PHOTO_PIXELS } from '@keepsake/contracts/platform/limits';
import type { Blocks } from '../describe-photo.ts';
import { ImageError } from '../image.ts';
import { decodeHeic, planDecode } from './decode-heic.ts';
import { callFallible, type HeifLibrary, loadHeifLibrary, readUint32, withMemory } from './heif-library.ts';
import { type OpenedImage, refuseSize } from './pixels.ts';
import { findBlocks, readHeicColours, readHeicMetadata } from './read-heic-metadata.ts';

/** Loaded with the first HEIC: most decoders never see one and stay 30 MB smaller. */
let library: HeifLibrary | undefined;

/**
 * Opens the primary image of a HEIC, scaled to fit a square of `edge` pixels, with its own rotation, mirroring and cropping
 * applied. EXIF orientation is ignored: ISO/IEC 23008-12 makes it informative, and phones write both. Errors: as `openRaster`,
 * and DECODER_CRASHED.
 */
export async function openHeic(path: string, edge: number): Promise<OpenedImage> {
  return withPrimaryImage(path, (heif, handle, bytes) => readImage(heif, handle, { edge, bytes }));
}

/**
 * The EXIF block and the XMP packet of a HEIC, without its pixels. Those of a container that libheif refuses, such as one of
 * layers, are searched for. Errors: as `openHeic`.
 */
export async function readHeicBlocks(path: string): Promise<Blocks> {
  try {
    return await withPrimaryImage(path, async (heif, handle) => readHeicMetadata(heif, handle));
  } catch (error) {
    const blocks = findBlocks(await readFile(path));
    if (!blocks.exif && !blocks.xmp) throw error;
    return blocks;
  }
}

type UseImage<T> = (heif: HeifLibrary, handle: number, bytes: number) => Promise<T>;
type Reading = { edge: number; bytes: number };
/** The file is in our memory and in libheif's. */
const COPIES = 2;

async function withPrimaryImage<T>(path: string, use: UseImage<T>): Promise<T> {
  const bytes = await readFile(path);
  library ??= loadHeifLibrary();
  const heif = library;
  try {
    return await openWith(heif, bytes, use);
  } catch (error) {
    if (error instanceof ImageError) throw isSequence(bytes) ? asUnsupported(error) : error;
    library = undefined; // after a trap its memory cannot be trusted
    throw new ImageError('DECODER_CRASHED', String(error));
  }
}

/** Brands of files with a still picture; those of sequences alone begin with hev. */
const STILL_BRANDS = /hei[cxms]|mif1/;
const isSequence = (bytes: Buffer) => !STILL_BRANDS.test(bytes.toString('latin1', 0, SNIFF_BYTES));

const asUnsupported = (cause: ImageError) =>
  new ImageError('UNSUPPORTED_FORMAT', `a sequence without a still picture: ${cause.message}`, { cause });

async function openWith<T>(heif: HeifLibrary, bytes: Uint8Array, use: UseImage<T>): Promise<T> {
  const file = heif._malloc(bytes.length);
  if (file === 0) throw new ImageError('TOO_HEAVY', 'libheif has no memory left');
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
    return await use(heif, handle, bytes.length);
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
  new DataView(heif.HEAPU8.buffer).setBigUint64(
    limits + MAX_IMAGE_SIZE_OFFSET,
    BigInt(MAX_PHOTO_PIXELS),
    true,
  );
}

async function readImage(heif: HeifLibrary, handle: number, { edge, bytes }: Reading): Promise<OpenedImage> {
  const width = heif._heif_image_handle_get_width(handle);
  const height = heif._heif_image_handle_get_height(handle);
  const plan = planDecode(heif, handle, { width, height, edge });
  refuseSize({ width, height, heldBytes: plan.heldBytes + COPIES * bytes });
  const metadata = readHeicMetadata(heif, handle);
  const pixels = await decodeHeic(heif, handle, plan);
  return { width, height, orientation: 1, pixels, ...readHeicColours(heif, handle), ...metadata };
}
