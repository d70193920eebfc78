/** The parts of a profile with three colourants and one curve. */
export type IccParts = {
  version?: 2 | 4;
  description?: string;
  /** XYZ relative to D50, times 65536. */
  colourants?: readonly (readonly number[])[];
  /** 16-bit entries of a table (`[563]`: a gamma of 563/256), or the numbers of a parametric curve. */
  curve?: { table: readonly number[] } | { parameters: readonly number[] };
  /** Names of additional tags, which are empty. */
  extraTags?: readonly string[];
};

/** The numbers of HP's profile of 1998, which Adobe, Nikon, Canon, Facebook ("c2") and Google still use. */
export const HP_COLOURANTS = [
  [0x6fa2, 0x38f5, 0x0390],
  [0x6299, 0xb785, 0x18da],
  [0x24a0, 0x0f84, 0xb6cf],
];
export const SRGB_PARAMETERS = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];

/** sRGB's curve as a table. */
export const sampleSrgb = (entries: number): number[] =>
  Array.from({ length: entries }, (_, index) => {
    const value = index / (entries - 1);
    return Math.round((value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4) * 65_535);
  });

/** An RGB profile of the matrix kind as cameras write it: ICC.1:2022, or ICC.1:2001 for version 2. */
export function buildIcc(parts: IccParts): Buffer {
  const { version = 2, description = 'sRGB', colourants = HP_COLOURANTS, extraTags = [] } = parts;
  const curve = encodeCurve(parts.curve ?? { parameters: SRGB_PARAMETERS });
  const tags: [string, Buffer][] = [
    ['desc', version === 2 ? describeV2(description) : describeV4(description)],
    ['wtpt', encodeXyz([0xf6d6, 0x10000, 0xd32d])],
    ...['r', 'g', 'b'].map((name, index): [string, Buffer] => [
      `${name}XYZ`,
      encodeXyz(colourants[index] ?? []),
    ]),
    ...['r', 'g', 'b'].map((name): [string, Buffer] => [`${name}TRC`, curve]),
    ...extraTags.map((name): [string, Buffer] => [name, Buffer.from('mft2\0\0\0\0', 'latin1')]),
  ];
  return assemble(version, tags);
}

function assemble(version: number, tags: [string, Buffer][]): Buffer {
  let at = 128 + 4 + tags.length * 12;
  const table = tags.map(([name, body]) => {
    const entry = Buffer.concat([ascii(name), uint32(at), uint32(body.length)]);
    at += body.length;
    return entry;
  });
  const header = Buffer.alloc(128);
  header.writeUInt32BE(at, 0);
  header[8] = version;
  header.write('mntrRGB XYZ ', 12, 'latin1');
  header.write('acsp', 36, 'latin1');
  for (const [index, value] of [0xf6d6, 0x10000, 0xd32d].entries())
    header.writeUInt32BE(value, 68 + index * 4);
  return Buffer.concat([header, uint32(tags.length), ...table, ...tags.map(([, body]) => body)]);
}

function encodeCurve(curve: NonNullable<IccParts['curve']>): Buffer {
  if ('parameters' in curve) {
    const fixed = curve.parameters.map((value) => uint32(Math.round(value * 65_536)));
    return Buffer.concat([ascii('para'), uint32(0), uint32(3 << 16), ...fixed]);
  }
  const entries = Buffer.alloc(Math.ceil(curve.table.length / 2) * 4);
  for (const [index, entry] of curve.table.entries()) entries.writeUInt16BE(entry, index * 2);
  return Buffer.concat([ascii('curv'), uint32(0), uint32(curve.table.length), entries]);
}

const encodeXyz = (values: readonly number[]) =>
  Buffer.concat([ascii('XYZ '), uint32(0), ...values.map(uint32)]);

function describeV2(text: string): Buffer {
  const body = Buffer.alloc(Math.ceil((text.length + 1 + 78) / 4) * 4);
  body.write(text, 'latin1');
  return Buffer.concat([ascii('desc'), uint32(0), uint32(text.length + 1), body]);
}

function describeV4(text: string): Buffer {
  const wide = Buffer.alloc(Math.ceil((text.length * 2) / 4) * 4);
  for (const [index, letter] of [...text].entries()) wide.writeUInt16BE(letter.charCodeAt(0), index * 2);
  const record = [uint32(1), uint32(12), ascii('enUS'), uint32(text.length * 2), uint32(28)];
  return Buffer.concat([ascii('mluc'), uint32(0), ...record, wide]);
}

const ascii = (text: string) => Buffer.from(text, 'latin1');

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value | 0);
  return bytes;
}
