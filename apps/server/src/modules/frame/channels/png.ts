import { crc32, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** More than the largest allowed picture takes at eight bytes per pixel. */
const MAX_RAW_BYTES = 64_000_000;

/** The size of a picture, in pixels or in the units of a drawing. */
export type Size = { width: number; height: number };

/**
 * The size of a PNG whose chunks and pixels are complete, otherwise null. Parsed here, because the server itself loads no
 * libvips.
 */
export function sizeOfPng(bytes: Buffer): Size | null {
  if (!bytes.subarray(0, 8).equals(SIGNATURE)) return null;
  const pixels: Buffer[] = [];
  let size: Size | null = null;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const end = at + 8 + length;
    if (end + 4 > bytes.length || crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return null;
    const type = bytes.toString('latin1', at + 4, at + 8);
    const data = bytes.subarray(at + 8, end);
    if (type === 'IHDR') size = { width: data.readUInt32BE(0), height: data.readUInt32BE(4) };
    if (type === 'IDAT') pixels.push(data);
    if (type === 'IEND') return size && arePixelsThere(pixels) ? size : null;
    at = end + 4;
  }
  return null;
}

function arePixelsThere(compressed: readonly Buffer[]): boolean {
  try {
    return inflateSync(Buffer.concat(compressed), { maxOutputLength: MAX_RAW_BYTES }).length > 0;
  } catch {
    // Whatever zlib refuses holds no pixels.
    return false;
  }
}
