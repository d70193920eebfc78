import { START_OF_SCAN } from '@keepsake/contracts/library/photo-pixels';
import { type Camera, cameraOf, cleanText } from './read-camera.ts';
import { type DateTaken, dateOf } from './read-date-taken.ts';
import { readExif } from './read-exif.ts';
import { hasIptc, readIptcDates } from './read-iptc-dates.ts';
import { readXmpDates } from './read-xmp-dates.ts';

/** What a file says about how its photo was taken. */
export type Description = DateTaken & {
  /** The date as written, if it is not valid; null if the date is known or none is written. */
  writtenDate: string | null;
  camera: Camera;
};

/** The bytes of a photo's metadata. */
export type Blocks = {
  exif?: Uint8Array | undefined;
  xmp?: Uint8Array | undefined;
  /** Of APP13, with or without Photoshop's heading. */
  iptc?: Uint8Array | undefined;
  /** The text 'Creation Time' of a PNG. */
  pngCreated?: string | undefined;
};

/**
 * Describes a photo from the bytes of its EXIF block (TIFF, with or without the leading `Exif\0\0`), its XMP packet and its IPTC
 * block. Damaged metadata gives nulls, not an error. Texts are user input and have passed `cleanText`.
 */
export function describePhoto({ exif, xmp, iptc, pngCreated, now }: Blocks & { now: Date }): Description {
  const tags = readExif(exif);
  const sources = { exif: tags, xmp: xmp ? readXmpDates(xmp) : {}, iptc: readIptcDates(iptc), pngCreated };
  const { writtenDate, ...taken } = dateOf(sources, now);
  return { ...taken, writtenDate: cleanText(writtenDate), camera: cameraOf(tags) };
}

/** The part of a JPEG that contains its metadata: cameras write EXIF and XMP first, each at most 64 kB. */
export const JPEG_HEAD_BYTES = 160 * 1024;

const APP1 = 0xe1;
const APP13 = 0xed;
const EXIF = 'Exif\0\0';
const XMP = 'http://ns.adobe.com/xap/1.0/\0';

/**
 * Describes a photo from the beginning of a JPEG without decoding it, so that it appears in its month at once. Truncated, damaged
 * or non-JPEG data gives nulls. The later decode reads the whole file and is authoritative.
 */
export function describeJpegHead(head: Buffer, now: Date): Description {
  return describePhoto({ ...blocksOfJpegHead(head), now });
}

/** The metadata at the beginning of a JPEG; empty for anything else. */
export function blocksOfJpegHead(head: Buffer): Blocks {
  const found: Blocks = {};
  for (const { marker, segment } of metadataSegments(head)) {
    if (marker === APP13) found.iptc ??= hasIptc(segment) ? segment : undefined;
    else if (segment.toString('latin1', 0, EXIF.length) === EXIF)
      found.exif ??= segment.subarray(EXIF.length);
    else if (segment.toString('latin1', 0, XMP.length) === XMP) found.xmp ??= segment.subarray(XMP.length);
  }
  return found;
}

function* metadataSegments(head: Buffer): Generator<{ marker: number; segment: Buffer }> {
  for (let at = 2; at + 4 <= head.length && head[at] === 0xff; ) {
    const marker = head[at + 1];
    const end = at + 2 + head.readUInt16BE(at + 2);
    if (marker === START_OF_SCAN || end > head.length || end < at + 4) return;
    if (marker === APP1 || marker === APP13) yield { marker, segment: head.subarray(at + 4, end) };
    at = end;
  }
}
