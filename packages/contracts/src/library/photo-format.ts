import type { PHOTO_EXTENSIONS } from '../platform/limits.ts';

/** The formats that customers may upload. All others are refused, whatever the file name says. */
export type PhotoFormat = keyof typeof PHOTO_EXTENSIONS;

/** Number of leading bytes that `sniffFormat` reads; a shorter file may have fewer. */
export const SNIFF_BYTES = 256;

const latin1 = (head: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...head.subarray(from, to));

/** Brands of ISO/IEC 23008-12 for HEVC-coded images; `mif1` and `msf1` alone imply no codec. */
const HEVC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']);

/** Signatures of images that we reject explicitly: GIF, TIFF and raw files, BMP, WebP, JPEG XL, Photoshop. */
const OTHER_IMAGES = ['GIF8', 'II*\0', 'MM\0*', 'BM', 'RIFF', '\0\0\0\x0cJXL ', '\xff\x0a', '8BPS'];
const SVG = /^(\xef\xbb\xbf)?\s*<(\?xml|svg|!DOCTYPE svg|!--)/i;

/**
 * The format according to the signature in the first `SNIFF_BYTES` bytes, whatever the name and the declared type. 'unsupported'
 * is another kind of image, 'unknown' not an image. A signature proves little (HTML can follow JPEG's), so the decoder decides.
 * Three formats do not justify a library that parses hundreds (file-type).
 */
export function sniffFormat(head: Uint8Array): PhotoFormat | 'unsupported' | 'unknown' {
  const text = latin1(head, 0, SNIFF_BYTES);
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.slice(4, 8) === 'ftyp') return sniffBrands(head);
  if (OTHER_IMAGES.some((signature) => text.startsWith(signature)) || SVG.test(text)) return 'unsupported';
  return 'unknown';
}

/** ISO base media: a major brand, a version, then compatible brands to the end of the ftyp box. */
function sniffBrands(head: Uint8Array) {
  const size = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(0);
  const end = Math.min(size, head.byteLength, SNIFF_BYTES);
  const brands = [latin1(head, 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(latin1(head, at, at + 4));
  if (brands[0] === 'avif' || brands[0] === 'avis') return 'unsupported';
  return brands.some((brand) => HEVC_BRANDS.has(brand)) ? 'heic' : 'unsupported';
}
