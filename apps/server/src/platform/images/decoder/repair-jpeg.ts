import { BASELINE, START_OF_SCAN } from '@keepsake/contracts/library/photo-pixels';

const APP0 = 0xe0;
const APP14 = 0xee;
const EXTENDED = 0xc1;
const SEQUENTIAL = [BASELINE, EXTENDED];
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);

/**
 * A copy of a JPEG without the oddities of its header that libjpeg warns about, and with an end: in what remains, every warning is
 * about pixels. libjpeg tells only the first warning of a file, so a harmless one would hide the damage behind it.
 */
export function repairJpeg(jpeg: Uint8Array): Buffer {
  const repaired = Buffer.concat([jpeg, END_OF_IMAGE]);
  const segments = [...segmentsOf(repaired)];
  const frame = segments.find(({ marker }) => isStartOfFrame(marker));
  for (const { marker, at, end } of segments) {
    const name = repaired.toString('latin1', at, at + 5);
    if (marker === APP0 && name === 'JFIF\0') repaired[at + 5] = 1;
    if (marker === APP14 && name === 'Adobe' && frame)
      repairTransform(repaired, at + 11, repaired[frame.at + 5]);
    // A sequential scan has all coefficients, 0 to 63, in full precision.
    if (marker === START_OF_SCAN && SEQUENTIAL.includes(frame?.marker ?? 0))
      repaired.set([0, 63, 0], end - 3);
  }
  return repaired;
}

const isStartOfFrame = (marker: number) =>
  marker >= BASELINE && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** libjpeg takes an unknown transform for YCbCr with three channels and for YCCK with four. */
function repairTransform(jpeg: Buffer, at: number, channels = 3): void {
  const existing = channels === 4 ? [0, 2] : [0, 1];
  if (!existing.includes(jpeg[at] ?? 0)) jpeg[at] = channels === 4 ? 2 : 1;
}

type Segment = { marker: number; at: number; end: number };

/** The segments of a JPEG's header up to its first scan; `at` is where the body begins, behind its length. */
function* segmentsOf(jpeg: Buffer): Generator<Segment> {
  for (let at = 2; at + 4 <= jpeg.length && jpeg[at] === 0xff; ) {
    const marker = jpeg[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1; // a fill byte
      continue;
    }
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    if (end < at + 4 || end > jpeg.length) return;
    yield { marker, at: at + 4, end };
    if (marker === START_OF_SCAN) return;
    at = end;
  }
}
