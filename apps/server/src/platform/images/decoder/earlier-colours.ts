import type { ImageFormat } from '../image.ts';
import {
  coloursOfCodes,
  coloursOfPng,
  PNG_SIGNATURE_BYTES,
  type PngColours,
  SRGB,
} from './colour-numbers.ts';

/** How much of a file's beginning `hadOtherColours` reads: what describes colours comes before the pixels, in a few kilobytes. */
export const COLOUR_HEAD_BYTES = 64 * 1024;

/**
 * Whether decoders before the first revision (`DECODER_REVISION`) may have shown a picture in other colours than today's, by the
 * first bytes of its file: they ignored numbers that describe colours, and showed what is transparent in a HEIC as black. True if
 * these bytes do not tell.
 */
export function hadOtherColours(format: ImageFormat, head: Buffer): boolean {
  if (format === 'png') return isPngByNumbers(head);
  return format === 'heic' && isHeicByNumbersOrTransparent(head);
}

/** Length, type and checksum of a chunk. */
const FRAME_BYTES = 12;

function isPngByNumbers(head: Buffer): boolean {
  const found: Record<string, Buffer> = {};
  for (let at = PNG_SIGNATURE_BYTES; at + 8 <= head.length; ) {
    const [length, type] = [head.readUInt32BE(at), head.toString('latin1', at + 4, at + 8)];
    if (type === 'IDAT') return coloursOfPng(found as PngColours) !== undefined;
    found[type] = head.subarray(at + 8, at + 8 + length);
    at += FRAME_BYTES + length;
  }
  return true;
}

/** Types of auxiliary images that say how transparent a picture is: of HEVC, and of any codec. */
const TRANSPARENCY = /urn:mpeg:(hevc:2015:auxid:1|mpegB:cicp:systems:auxiliary:alpha)/;
const NUMBERS = 'nclx';

function isHeicByNumbersOrTransparent(head: Buffer): boolean {
  const meta = findBox(head, 'meta');
  if (!meta || TRANSPARENCY.test(meta.toString('latin1'))) return true;
  for (let at = meta.indexOf(NUMBERS); at >= 0; at = meta.indexOf(NUMBERS, at + 1)) {
    if (at + 8 > meta.length) return true;
    const codes = { primaries: meta.readUInt16BE(at + 4), transfer: meta.readUInt16BE(at + 6) };
    if (coloursOfCodes(codes) !== SRGB) return true;
  }
  return false;
}

/** An outermost box of ISO/IEC 14496-12 that these bytes contain whole; null if they do not. */
function findBox(head: Buffer, wanted: string): Buffer | null {
  for (let at = 0; at + 8 <= head.length; ) {
    const size = head.readUInt32BE(at);
    const isWhole = size >= 8 && at + size <= head.length;
    if (head.toString('latin1', at + 4, at + 8) === wanted)
      return isWhole ? head.subarray(at, at + size) : null;
    if (!isWhole) return null;
    at += size;
  }
  return null;
}
