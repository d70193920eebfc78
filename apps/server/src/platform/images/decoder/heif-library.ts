import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ImageError } from '../image.ts';
import { type HeifError, outcomeOfHeif } from './outcomes.ts';

type Pointer = number;
/** Functions that return a `heif_error` take its address as their first argument. */
type Fallible = (error: Pointer, ...args: number[]) => void;

/** The part of libheif's C API (heif.h) that we use, as the WASM build exports it. */
export type HeifLibrary = {
  HEAPU8: Uint8Array;
  _malloc(bytes: number): Pointer;
  _free(at: Pointer): void;
  _heif_context_alloc(): Pointer;
  _heif_context_free(context: Pointer): void;
  _heif_context_get_security_limits(context: Pointer): Pointer;
  _heif_context_read_from_memory_without_copy: Fallible;
  _heif_context_get_primary_image_handle: Fallible;
  _heif_image_handle_release(handle: Pointer): void;
  _heif_image_handle_get_width(handle: Pointer): number;
  _heif_image_handle_get_height(handle: Pointer): number;
  _heif_image_handle_get_raw_color_profile_size(handle: Pointer): number;
  _heif_image_handle_get_raw_color_profile: Fallible;
  _heif_image_handle_get_nclx_color_profile: Fallible;
  _heif_nclx_color_profile_free(profile: Pointer): void;
  _heif_image_handle_get_list_of_metadata_block_IDs(
    h: Pointer,
    filter: number,
    ids: Pointer,
    count: number,
  ): number;
  _heif_image_handle_get_metadata_type(handle: Pointer, id: number): Pointer;
  _heif_image_handle_get_metadata_content_type(handle: Pointer, id: number): Pointer;
  _heif_image_handle_get_metadata_size(handle: Pointer, id: number): number;
  _heif_image_handle_get_metadata: Fallible;
  _heif_image_handle_has_alpha_channel(handle: Pointer): number;
  _heif_image_handle_is_premultiplied_alpha(handle: Pointer): number;
  _heif_image_handle_get_luma_bits_per_pixel(handle: Pointer): number;
  _heif_image_handle_get_image_tiling: Fallible;
  _heif_image_handle_decode_image_tile: Fallible;
  _heif_decode_image: Fallible;
  _heif_image_release(image: Pointer): void;
  _heif_image_get_width(image: Pointer, channel: number): number;
  _heif_image_get_height(image: Pointer, channel: number): number;
  _heif_image_get_plane_readonly(image: Pointer, channel: number, stride: Pointer): Pointer;
  _heif_image_get_decoding_warnings(image: Pointer, first: number, errors: Pointer, most: number): number;
};

/** libheif as WebAssembly: its parsers have a history of memory errors, which cannot leave the sandbox here. */
export function loadHeifLibrary(): HeifLibrary {
  const require = createRequire(import.meta.url);
  const wasmBinary = readFileSync(require.resolve('libheif-js/libheif-wasm/libheif.wasm'));
  return require('libheif-js/libheif-wasm/libheif.js')({ wasmBinary });
}

/** sizeof(heif_error): code, subcode, pointer to the message. */
export const ERROR_BYTES = 12;

/** Calls a function that returns a `heif_error`. Throws failures as `ImageError`. */
export function callFallible(heif: HeifLibrary, call: Fallible, ...args: number[]): void {
  const at = heif._malloc(ERROR_BYTES);
  try {
    call(at, ...args);
    const error = readError(heif, at);
    if (error.code !== 0) throw toImageError(error);
  } finally {
    heif._free(at);
  }
}

export function toImageError(error: HeifError): ImageError {
  const outcome = outcomeOfHeif(error);
  return new ImageError(outcome === 'harmless' ? 'TRUNCATED' : outcome, error.message);
}

export const readError = (heif: HeifLibrary, at: Pointer): HeifError => ({
  code: readUint32(heif, at),
  subcode: readUint32(heif, at + 4),
  message: readText(heif, readUint32(heif, at + 8)),
});

/** The heap moves when it grows, so no view of it may outlive a call. */
export const readUint32 = (heif: HeifLibrary, at: Pointer): number =>
  new DataView(heif.HEAPU8.buffer).getUint32(at, true);

export const readText = (heif: HeifLibrary, at: Pointer): string =>
  at === 0 ? '' : Buffer.from(heif.HEAPU8.subarray(at, heif.HEAPU8.indexOf(0, at))).toString('utf8');

/** Lends zeroed bytes of libheif's memory. */
export function withMemory<T>(heif: HeifLibrary, bytes: number, use: (at: Pointer) => T): T {
  const at = heif._malloc(bytes);
  if (at === 0) throw new ImageError('TOO_HEAVY', 'libheif has no memory left');
  try {
    heif.HEAPU8.fill(0, at, at + bytes);
    return use(at);
  } finally {
    heif._free(at);
  }
}
