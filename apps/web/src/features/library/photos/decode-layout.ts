import type { PhotosLayout } from '@keepsake/contracts';

/** A section's photos in columns, in order: ids as raw UUID bytes, width / height with 0 for unknown. */
export type LayoutColumns = { count: number; idBytes: Uint8Array; ratios: Float32Array };

const ID_BYTES = 16;

/** Unpacks the wire's base64 columns; a RangeError when they do not fit the count. */
export function decodeLayout({ count, ids, ratios }: PhotosLayout): LayoutColumns {
  const idBytes = bytesOf(ids);
  const ratioBytes = bytesOf(ratios);
  if (idBytes.length !== count * ID_BYTES || ratioBytes.length !== count * 2) {
    throw new RangeError(`A layout of ${count} photos has ${idBytes.length} and ${ratioBytes.length} bytes`);
  }
  const words = new DataView(ratioBytes.buffer);
  const decoded = Float32Array.from({ length: count }, (_, index) => words.getUint16(index * 2) / 1000);
  return { count, idBytes, ratios: decoded };
}

/** The id at a place, as the other calls spell it. */
export function idAt({ idBytes }: LayoutColumns, index: number): string {
  let hex = '';
  for (let byte = index * ID_BYTES; byte < (index + 1) * ID_BYTES; byte++) {
    hex += (idBytes[byte] as number).toString(16).padStart(2, '0');
  }
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
