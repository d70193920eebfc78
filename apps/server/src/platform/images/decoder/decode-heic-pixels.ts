import {
  callFallible,
  ERROR_BYTES,
  type HeifLibrary,
  readError,
  readUint32,
  toImageError,
  withMemory,
} from './heif-library.ts';
import type { Pixels } from './pixels.ts';

/** heif_colorspace_RGB, heif_chroma_interleaved_RGB, heif_channel_interleaved. */
const RGB = 1;
const INTERLEAVED_RGB = 10;
const INTERLEAVED = 10;

/** Colour descriptions that contradict each other or are unknown; the pixels are whole. heif_suberror_code. */
const HARMLESS_WARNINGS: ReadonlySet<number> = new Set([133, 134, 135, 152]);

/** Decodes to 8-bit RGB in libheif's own memory, which `release` gives back. Missing tiles are an error: TRUNCATED. */
export function decodeHeicPixels(heif: HeifLibrary, handle: number): { pixels: Pixels; release: () => void } {
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

/** libheif decodes what it can and adds a warning for what it could not; a customer would get grey tiles. */
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

/** libheif pads rows; closing the gaps in place spares a copy of the whole picture. */
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
