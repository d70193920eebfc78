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
  const decoded = new Float32Array(count);
  for (let index = 0; index < count; index++) decoded[index] = words.getUint16(index * 2) / 1000;
  return { count, idBytes, ratios: decoded };
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The id at a place, as the other calls spell it. */
export function idAt({ idBytes }: LayoutColumns, index: number): string {
  let hex = '';
  for (let byte = 0; byte < ID_BYTES; byte++) {
    if (byte === 4 || byte === 6 || byte === 8 || byte === 10) hex += '-';
    hex += HEX[idBytes[index * ID_BYTES + byte] as number];
  }
  return hex;
}

const spelled = new WeakMap<LayoutColumns, readonly string[]>();

/** All ids of a layout in order, spelled out once: about 0.4 microseconds each. */
export function idsOf(layout: LayoutColumns): readonly string[] {
  const known = spelled.get(layout);
  if (known) return known;
  const ids = Array.from({ length: layout.count }, (_, index) => idAt(layout, index));
  spelled.set(layout, ids);
  return ids;
}

/** A plain loop: a callback for each of half a million characters would hold up the screen. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const characters = atob(base64);
  const bytes = new Uint8Array(characters.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = characters.charCodeAt(at);
  return bytes;
}
