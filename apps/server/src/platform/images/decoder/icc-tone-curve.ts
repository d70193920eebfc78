/** From a channel's value to linear light, both 0 to 1. */
export type ToneCurve = (value: number) => number;

/** Cameras and scanners write at most so many. */
const MOST_ENTRIES = 4096;

/** ICC.1:2022, 10.6: no entry is the identity, one a gamma, more a table. */
export function readSampledCurve(view: DataView, at: number): ToneCurve {
  const count = view.getUint32(at + 8);
  if (count > MOST_ENTRIES) throw new RangeError(`${count} entries`);
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
export function readParametricCurve(view: DataView, at: number): ToneCurve {
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
export const readFixed = (view: DataView, at: number): number => view.getInt32(at) / 65_536;
