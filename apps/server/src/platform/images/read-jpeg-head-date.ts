import { type DateTaken, readDateTaken } from './read-date-taken.ts';

/** How much of a JPEG's beginning is enough: cameras write EXIF and XMP first, each at most 64 kB. */
export const JPEG_HEAD_BYTES = 160 * 1024;

const APP1 = 0xe1;
const START_OF_SCAN = 0xda;
const EXIF = 'Exif\0\0';
const XMP = 'http://ns.adobe.com/xap/1.0/\0';

/**
 * The date taken from the beginning of a JPEG, without decoding: so that a photo stands in its month at once. What is
 * cut off, damaged or no JPEG gives nulls; the decode that follows reads the whole file and has the last word.
 */
export function readJpegHeadDate(head: Buffer, now: Date): DateTaken {
  let exif: Buffer | undefined;
  let xmp: Buffer | undefined;
  for (const segment of app1Segments(head)) {
    if (segment.toString('latin1', 0, EXIF.length) === EXIF) exif ??= segment.subarray(EXIF.length);
    else if (segment.toString('latin1', 0, XMP.length) === XMP) xmp ??= segment.subarray(XMP.length);
  }
  return readDateTaken({ exif, xmp, now });
}

function* app1Segments(head: Buffer): Generator<Buffer> {
  for (let at = 2; at + 4 <= head.length && head[at] === 0xff; ) {
    const marker = head[at + 1];
    const end = at + 2 + head.readUInt16BE(at + 2);
    if (marker === START_OF_SCAN || end > head.length || end < at + 4) return;
    if (marker === APP1) yield head.subarray(at + 4, end);
    at = end;
  }
}
