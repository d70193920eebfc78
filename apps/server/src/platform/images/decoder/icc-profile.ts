/** A profile of the matrix kind: red, green and blue as XYZ for the white point D50, and their tone curves. */
export type MatrixProfile = {
  colourants: [red: number[], green: number[], blue: number[]];
  curves: [red: ToneCurve, green: ToneCurve, blue: ToneCurve];
};

/** A tag's type and the offset of its first byte, where the type is stored. */
type Tag = { type: string; at: number };

const HEADER_BYTES = 128;
const TAG_ENTRY_BYTES = 12;
/** Profiles have 9 to 30 tags. */
const MAX_TAGS = 100;

/**
 * Reads an RGB profile (ICC.1:2022, versions 2 and 4) that consists of only a matrix and three curves. Null for tables (A2B0 and
 * the like, which take precedence over the matrix), other colour spaces and damaged profiles.
 */
export function readMatrixProfile(profile: Uint8Array): MatrixProfile | null {
  const view = new DataView(profile.buffer, profile.byteOffset, profile.byteLength);
  try {
    if (readName(view, 16) !== 'RGB ' || readName(view, 20) !== 'XYZ ') return null;
    const tags = readTags(view);
    if ([...tags.keys()].some((name) => /^(A2B|D2B)/.test(name))) return null;
    return {
      colourants: [readXyz(view, tags, 'r'), readXyz(view, tags, 'g'), readXyz(view, tags, 'b')],
      curves: [readCurve(view, tags, 'r'), readCurve(view, tags, 'g'), readCurve(view, tags, 'b')],
    };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readTags(view: DataView): Map<string, Tag> {
  const tags = new Map<string, Tag>();
  const count = view.getUint32(HEADER_BYTES);
  if (count > MAX_TAGS) throw new RangeError(`${count} tags`);
  for (let index = 0; index < count; index++) {
    const entry = HEADER_BYTES + 4 + index * TAG_ENTRY_BYTES;
    const at = view.getUint32(entry + 4);
    tags.set(readName(view, entry), { type: readName(view, at), at });
  }
  return tags;
}

type Channel = 'r' | 'g' | 'b';

function readXyz(view: DataView, tags: Map<string, Tag>, channel: Channel): number[] {
  const { at } = requireTag(tags, `${channel}XYZ`, ['XYZ ']);
  return [8, 12, 16].map((offset) => readFixed(view, at + offset));
}

function readCurve(view: DataView, tags: Map<string, Tag>, channel: Channel): ToneCurve {
  const { type, at } = requireTag(tags, `${channel}TRC`, ['curv', 'para']);
  return type === 'curv' ? readSampledCurve(view, at) : readParametricCurve(view, at);
}

function requireTag(tags: Map<string, Tag>, name: string, types: string[]): Tag {
  const tag = tags.get(name);
  if (!tag || !types.includes(tag.type)) throw new RangeError(`no ${name}`);
  return tag;
}

const readName = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));

/** From a channel's value to linear light, both 0 to 1. */
export type ToneCurve = (value: number) => number;

/** Largest table that cameras and scanners write. */
const MAX_ENTRIES = 4096;

/** ICC.1:2022, 10.6: without entries the identity, with one a gamma, with more a table. */
function readSampledCurve(view: DataView, at: number): ToneCurve {
  const count = view.getUint32(at + 8);
  if (count > MAX_ENTRIES) throw new RangeError(`${count} entries`);
  if (count === 0) return (value) => value;
  const entryAt = (index: number) => view.getUint16(at + 12 + index * 2);
  if (count === 1) {
    const gamma = entryAt(0) / 256;
    return (value) => value ** gamma;
  }
  const table = Array.from({ length: count }, (_, index) => entryAt(index) / 65_535);
  return (value) => {
    const below = Math.min(Math.floor(value * (count - 1)), count - 2);
    const [from = 0, to = 0] = table.slice(below, below + 2);
    return from + (to - from) * (value * (count - 1) - below);
  };
}

/** ICC.1:2022, 10.18, functions 0 to 4: a power above `d`, a line below it. */
function readParametricCurve(view: DataView, at: number): ToneCurve {
  const kind = view.getUint16(at + 8);
  const count = [1, 3, 4, 5, 7][kind];
  if (count === undefined) throw new RangeError(`function ${kind}`);
  const [g = 1, a = 1, b = 0, third = 0, fourth = 0, e = 0, f = 0] = Array.from(
    { length: count },
    (_, index) => readFixed(view, at + 12 + index * 4),
  );
  const power = (value: number) => (a * value + b) ** g;
  if (kind < 3) {
    const offset = kind === 2 ? third : 0;
    return (value) => (value >= -b / a ? power(value) : 0) + offset;
  }
  return (value) => (value >= fourth ? power(value) + e : third * value + f);
}

/** s15Fixed16Number. */
const readFixed = (view: DataView, at: number): number => view.getInt32(at) / 65_536;
