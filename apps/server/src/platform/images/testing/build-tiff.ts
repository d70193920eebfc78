/**
 * An EXIF tag as bytes: `ascii` gets its NUL, `bytes` is of type UNDEFINED, `shorts` of type SHORT, `long` of type LONG,
 * `rational` a numerator and a denominator.
 */
export type TiffTag = {
  id: number;
  ascii?: string;
  bytes?: Uint8Array;
  shorts?: number[];
  long?: number;
  rational?: [number, number];
};

export const TAG = {
  imageDescription: 0x010e,
  make: 0x010f,
  model: 0x0110,
  orientation: 0x0112,
  dateTime: 0x0132,
  exposureTime: 0x829a,
  fNumber: 0x829d,
  iso: 0x8827,
  recommendedExposureIndex: 0x8832,
  dateTimeOriginal: 0x9003,
  dateTimeDigitized: 0x9004,
  offsetTimeOriginal: 0x9011,
  subSecTimeOriginal: 0x9291,
  userComment: 0x9286,
  focalLength: 0x920a,
  lensModel: 0xa434,
} as const;

const EXIF_POINTER = 0x8769;
const LONG = 4;

/** A little-endian TIFF block with a main directory and an EXIF directory, as cameras write it. Does not check anything. */
export function buildTiff({ main = [], exif = [] }: { main?: TiffTag[]; exif?: TiffTag[] }): Buffer {
  const header = Buffer.from('II*\0\x08\0\0\0', 'latin1');
  const mainBytes = directorySize(main.length + 1);
  const first = encodeDirectory(main, 8, { exifAt: 8 + mainBytes + dataSize(main) });
  const second = encodeDirectory(exif, 8 + first.length, {});
  return Buffer.concat([header, first, second]);
}

const directorySize = (entries: number) => 2 + entries * 12 + 4;
const dataSize = (tags: TiffTag[]) => tags.map(encodeValue).reduce((sum, { data }) => sum + spill(data), 0);
const spill = (data: Buffer) => (data.length > 4 ? data.length : 0);

function encodeDirectory(tags: TiffTag[], at: number, { exifAt }: { exifAt?: number }): Buffer {
  const count = tags.length + (exifAt === undefined ? 0 : 1);
  const entries = Buffer.alloc(directorySize(count));
  const spilled: Buffer[] = [];
  let next = at + entries.length;
  entries.writeUInt16LE(count, 0);
  for (const [index, tag] of tags.entries()) {
    const { type, length, data } = encodeValue(tag);
    const isInline = data.length <= 4;
    writeEntry(entries, index, { id: tag.id, type, length, inline: isInline ? data : undefined, at: next });
    if (isInline) continue;
    spilled.push(data);
    next += data.length;
  }
  if (exifAt) writeEntry(entries, tags.length, { id: EXIF_POINTER, type: LONG, length: 1, at: exifAt });
  return Buffer.concat([entries, ...spilled]);
}

type Entry = { id: number; type: number; length: number; inline?: Buffer; at: number };

function writeEntry(entries: Buffer, index: number, { id, type, length, inline, at }: Entry): void {
  const start = 2 + index * 12;
  entries.writeUInt16LE(id, start);
  entries.writeUInt16LE(type, start + 2);
  entries.writeUInt32LE(length, start + 4);
  if (inline) entries.set(inline, start + 8);
  else entries.writeUInt32LE(at, start + 8);
}

function encodeValue({ ascii, bytes, long, rational, shorts = [] }: TiffTag): {
  type: number;
  length: number;
  data: Buffer;
} {
  if (ascii !== undefined) {
    const data = Buffer.from(`${ascii}\0`, 'latin1');
    return { type: 2, length: data.length, data };
  }
  if (long !== undefined) return { type: LONG, length: 1, data: Buffer.from(new Uint32Array([long]).buffer) };
  if (rational) return { type: 5, length: 1, data: Buffer.from(new Uint32Array(rational).buffer) };
  if (bytes) return { type: 7, length: bytes.length, data: Buffer.from(bytes) };
  return { type: 3, length: shorts.length, data: Buffer.from(new Uint16Array(shorts).buffer) };
}
