import { hlgToLight, pqToLight } from './hdr-transfer.ts';

/** x and y of CIE 1931. */
export type Chromaticity = readonly [x: number, y: number];
export type Primaries = { red: Chromaticity; green: Chromaticity; blue: Chromaticity; white: Chromaticity };

/** Colours described by numbers instead of a profile. */
export type ColourNumbers = {
  primaries: Primaries;
  /** From a channel's value, 0 to 1, to light, where 1 is the white of paper; null for sRGB's own curve. */
  toLight: ((value: number) => number) | null;
  /** Whether lights are brighter than paper. */
  isHdr: boolean;
};

const D65: Chromaticity = [0.3127, 0.329];
const primariesOf = (red: Chromaticity, green: Chromaticity, blue: Chromaticity, white = D65): Primaries => ({
  red,
  green,
  blue,
  white,
});
export const SRGB_PRIMARIES = primariesOf([0.64, 0.33], [0.3, 0.6], [0.15, 0.06]);
export const SRGB: ColourNumbers = { primaries: SRGB_PRIMARIES, toLight: null, isHdr: false };

/** ITU-T H.273, table 2; codes that are missing are shown as sRGB. */
const PRIMARIES: Record<number, Primaries> = {
  4: primariesOf([0.67, 0.33], [0.21, 0.71], [0.14, 0.08], [0.31, 0.316]),
  5: primariesOf([0.64, 0.33], [0.29, 0.6], [0.15, 0.06]),
  6: primariesOf([0.63, 0.34], [0.31, 0.595], [0.155, 0.07]),
  7: primariesOf([0.63, 0.34], [0.31, 0.595], [0.155, 0.07]),
  9: primariesOf([0.708, 0.292], [0.17, 0.797], [0.131, 0.046]),
  11: primariesOf([0.68, 0.32], [0.265, 0.69], [0.15, 0.06], [0.314, 0.351]),
  12: primariesOf([0.68, 0.32], [0.265, 0.69], [0.15, 0.06]),
};

type Transfer = Pick<ColourNumbers, 'toLight' | 'isHdr'>;
const gamma = (exponent: number): Transfer => ({ toLight: (value) => value ** exponent, isHdr: false });

/**
 * ITU-T H.273, table 3; codes that are missing are shown with sRGB's curve. So are those of television (1, 6, 14, 15), whose curve
 * is a camera's and not a screen's.
 */
const TRANSFERS: Record<number, Transfer> = {
  4: gamma(2.2),
  5: gamma(2.8),
  8: gamma(1),
  16: { toLight: pqToLight, isHdr: true },
  18: { toLight: hlgToLight, isHdr: true },
};

/** Colours by the code points of ITU-T H.273, as in HEIC's nclx and PNG's cICP. */
export function coloursOfCodes({
  primaries,
  transfer,
}: {
  primaries: number;
  transfer: number;
}): ColourNumbers {
  const existing = PRIMARIES[primaries];
  const curve = TRANSFERS[transfer];
  return existing || curve ? { ...SRGB, ...curve, primaries: existing ?? SRGB_PRIMARIES } : SRGB;
}

/** What a PNG begins with, before its first chunk. */
export const PNG_SIGNATURE_BYTES = 8;
/** The bodies of a PNG's chunks about colour. */
export type PngColours = { cICP?: Buffer; iCCP?: Buffer; sRGB?: Buffer; gAMA?: Buffer; cHRM?: Buffer };

/**
 * The colours of a PNG if they are given by numbers; undefined for a profile, for sRGB by name, and for nothing. The first in the
 * order of the specification (PNG, third edition, 4.3) counts.
 */
export function coloursOfPng({ cICP, iCCP, sRGB, gAMA, cHRM }: PngColours): ColourNumbers | undefined {
  const [primaries, transfer, matrix] = cICP ?? [];
  if (primaries !== undefined && transfer !== undefined && matrix === 0)
    return coloursOfCodes({ primaries, transfer });
  if (iCCP || sRGB) return undefined;
  const curve = gAMA && readGamma(gAMA);
  const written = cHRM && readPrimaries(cHRM);
  return curve || written ? { ...SRGB, ...curve, primaries: written ?? SRGB_PRIMARIES } : undefined;
}

/** PNG stores fractions times 100,000. */
const UNIT = 100_000;
/** The exponent that stands for sRGB in files without its chunk, and what rounding makes of it. */
const USUAL = { gamma: 1 / 2.2, within: 0.005 };
const MIN_GAMMA = 0.1;

function readGamma(body: Buffer): Transfer | undefined {
  if (body.length < 4) return undefined;
  const written = body.readUInt32BE(0) / UNIT;
  if (written < MIN_GAMMA || Math.abs(written - USUAL.gamma) <= USUAL.within) return undefined;
  return gamma(1 / written);
}

const SAME_CHROMATICITY = 0.002;

function readPrimaries(body: Buffer): Primaries | undefined {
  if (body.length < 32) return undefined;
  const at = (index: number): Chromaticity => [
    body.readUInt32BE(index * 8) / UNIT,
    body.readUInt32BE(index * 8 + 4) / UNIT,
  ];
  const written = primariesOf(at(1), at(2), at(3), at(0));
  const isUsable = Object.values(written).every(([x, y]) => y > 0 && x + y <= 1);
  const isSrgb = (Object.keys(written) as (keyof Primaries)[]).every((name) =>
    [0, 1].every(
      (axis) => Math.abs((written[name][axis] ?? 0) - (SRGB_PRIMARIES[name][axis] ?? 0)) <= SAME_CHROMATICITY,
    ),
  );
  return isUsable && !isSrgb ? written : undefined;
}
