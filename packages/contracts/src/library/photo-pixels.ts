import { MAX_PHOTO_PIXELS } from '../platform/limits.ts';

/** Whether the first bytes of a file say that it has more pixels than a photo may have; false if they say nothing. */
export function claimsTooManyPixels(head: Uint8Array): boolean {
  try {
    return countPixels(new DataView(head.buffer, head.byteOffset, head.byteLength)) > MAX_PHOTO_PIXELS;
  } catch (error) {
    if (error instanceof RangeError) return false; // the header goes on behind these bytes, or is damaged
    throw error;
  }
}

/** 0 if unknown. Throws RangeError where the head ends too early. */
function countPixels(head: DataView): number {
  if (head.getUint16(0) === JPEG) return pixelsOfJpeg(head);
  if (head.getUint32(0) === PNG) return head.getUint32(16) * head.getUint32(20);
  return nameAt(head, 4) === 'ftyp' ? pixelsOfHeic(head) : 0;
}

const JPEG = 0xff_d8;
const PNG = 0x89_50_4e_47;
const nameAt = (head: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((offset) => head.getUint8(at + offset)));

/** Markers of a frame's header are 0xc0 to 0xcf without tables (0xc4, 0xcc) and extensions (0xc8). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && marker % 4 !== 0;
export const BASELINE = 0xc0;
export const START_OF_SCAN = 0xda;
const FILL = 0xff;

function pixelsOfJpeg(head: DataView): number {
  for (let at = 2; head.getUint8(at) === FILL; ) {
    const marker = head.getUint8(at + 1);
    if (marker === BASELINE || isFrame(marker)) return head.getUint16(at + 5) * head.getUint16(at + 7);
    if (marker === START_OF_SCAN) return 0;
    at += marker === FILL ? 1 : 2 + head.getUint16(at + 2);
  }
  return 0;
}

/** Boxes that contain the sizes of all pictures (ispe): the largest is the photo's, the others are tiles and previews. */
const PARENTS = new Set(['meta', 'iprp', 'ipco']);
const META_BYTES = 4;
const BOX_BYTES = 8;

function pixelsOfHeic(head: DataView): number {
  let most = 0;
  for (let at = 0; at + BOX_BYTES <= head.byteLength; ) {
    const [size, type] = [head.getUint32(at), nameAt(head, at + 4)];
    if (type === 'ispe') most = Math.max(most, head.getUint32(at + 12) * head.getUint32(at + 16));
    if (PARENTS.has(type)) at += BOX_BYTES + (type === 'meta' ? META_BYTES : 0);
    else if (size < BOX_BYTES) break;
    else at += size;
  }
  return most;
}
