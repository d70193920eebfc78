import type { Blocks } from '../describe-photo.ts';
import { type ColourNumbers, coloursOfCodes, SRGB } from './colour-numbers.ts';
import { callFallible, type HeifLibrary, readText, readUint32, withMemory } from './heif-library.ts';

/** Larger metadata is not read just for a date: 32 MB is three times the largest EXIF block tried. */
const MAX_METADATA_BYTES = 32 * 1024 * 1024;
const MAX_BLOCKS = 16;

/** The EXIF block (from its TIFF header on) and the XMP packet of a HEIC image. */
export function readHeicMetadata(heif: HeifLibrary, handle: number): { exif?: Uint8Array; xmp?: Uint8Array } {
  const found: { exif?: Uint8Array; xmp?: Uint8Array } = {};
  for (const id of listBlocks(heif, handle)) {
    const type = readText(heif, heif._heif_image_handle_get_metadata_type(handle, id));
    const mime = readText(heif, heif._heif_image_handle_get_metadata_content_type(handle, id));
    if (type === 'Exif') found.exif ??= stripExifHeader(readBlock(heif, handle, id));
    if (type === 'mime' && mime === 'application/rdf+xml') found.xmp ??= readBlock(heif, handle, id);
  }
  return found;
}

function listBlocks(heif: HeifLibrary, handle: number): number[] {
  return withMemory(heif, MAX_BLOCKS * 4, (at) => {
    const count = heif._heif_image_handle_get_list_of_metadata_block_IDs(handle, 0, at, MAX_BLOCKS);
    return Array.from({ length: count }, (_, index) => readUint32(heif, at + index * 4));
  });
}

function readBlock(heif: HeifLibrary, handle: number, id: number): Uint8Array | undefined {
  const bytes = heif._heif_image_handle_get_metadata_size(handle, id);
  if (bytes === 0 || bytes > MAX_METADATA_BYTES) return undefined;
  return withMemory(heif, bytes, (at) => {
    callFallible(heif, heif._heif_image_handle_get_metadata, handle, id, at);
    return heif.HEAPU8.slice(at, at + bytes);
  });
}

/** ISO/IEC 23008-12 A.2.1: four bytes give the offset of the TIFF header that follows them. */
function stripExifHeader(block: Uint8Array | undefined): Uint8Array | undefined {
  if (!block || block.length < 4) return undefined;
  const offset = new DataView(block.buffer, block.byteOffset).getUint32(0);
  return block.subarray(4 + offset);
}

/** How blocks begin, and XMP ends, wherever a container has them; EXIF says itself how long it is. */
const EXIF_STARTS = ['Exif\0\0MM\0*', 'Exif\0\0II*\0'];
const XMP = { start: '<x:xmpmeta', end: '</x:xmpmeta>' };

/** The first EXIF block and XMP packet among the bytes of a file whose directory cannot be read. */
export function findBlocks(file: Buffer): Blocks {
  const exif = EXIF_STARTS.map((start) => file.indexOf(start, 0, 'latin1')).find((at) => at >= 0);
  const xmp = file.indexOf(XMP.start);
  const end = xmp < 0 ? -1 : file.indexOf(XMP.end, xmp);
  return {
    exif: exif === undefined ? undefined : file.subarray(exif, exif + MAX_METADATA_BYTES),
    xmp: end < 0 || end - xmp > MAX_METADATA_BYTES ? undefined : file.subarray(xmp, end + XMP.end.length),
  };
}

/** Offsets in heif_color_profile_nclx. */
const NCLX = { primaries: 4, transfer: 8 };

/**
 * The colours of a HEIC image's pixels: an ICC profile, or numbers (nclx). Where a file has both, the profile counts, except for
 * high dynamic range, which no profile for screens describes.
 */
export function readHeicColours(
  heif: HeifLibrary,
  handle: number,
): { profile: Uint8Array } | { colours: ColourNumbers } {
  const colours = readNumbers(heif, handle);
  const bytes = heif._heif_image_handle_get_raw_color_profile_size(handle);
  if (bytes === 0 || colours.isHdr) return { colours };
  return withMemory(heif, bytes, (at) => {
    callFallible(heif, heif._heif_image_handle_get_raw_color_profile, handle, at);
    return { profile: heif.HEAPU8.slice(at, at + bytes) };
  });
}

function readNumbers(heif: HeifLibrary, handle: number): ColourNumbers {
  return withMemory(heif, 4, (out) => {
    try {
      callFallible(heif, heif._heif_image_handle_get_nclx_color_profile, handle, out);
    } catch {
      return SRGB; // the error means that there are none
    }
    const profile = readUint32(heif, out);
    const primaries = readUint32(heif, profile + NCLX.primaries);
    const transfer = readUint32(heif, profile + NCLX.transfer);
    heif._heif_nclx_color_profile_free(profile);
    return coloursOfCodes({ primaries, transfer });
  });
}
