import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { buildIcc, HP_COLOURANTS, SRGB_PARAMETERS, sampleSrgb } from '../testing/build-icc.ts';
import type { Pixels } from './pixels.ts';
import { convertToSrgb, isSrgbProfile, toSrgb } from './srgb.ts';

/** The table of Facebook's profile, which is in every photo from there. */
const C2_TABLE = [
  0x0000, 0x007c, 0x00f8, 0x019c, 0x0275, 0x0383, 0x04c9, 0x064e, 0x0812, 0x0a18, 0x0c62, 0x0ef4, 0x11cf,
  0x14f6, 0x186a, 0x1c2e, 0x2043, 0x24ac, 0x296a, 0x2e7e, 0x33eb, 0x39b3, 0x3fd6, 0x4657, 0x4d36, 0x5476,
  0x5c17, 0x641d, 0x6c86, 0x7556, 0x7e8d, 0x882c, 0x9236, 0x9cab, 0xa78c, 0xb2db, 0xbe99, 0xcac7, 0xd765,
  0xe477, 0xf1f9, 0xffff,
];
/** Other makers round differently: lcms, and Apple with its own adaptation to D50. */
const LCMS_COLOURANTS = [
  [0x6fa0, 0x38f5, 0x0390],
  [0x6297, 0xb787, 0x18d9],
  [0x249f, 0x0f84, 0xb6c4],
];
const P3_COLOURANTS = [
  [0x83df, 0x3dbf, -0x45],
  [0x4abf, 0xb137, 0x0ab9],
  [0x2838, 0x110b, 0xc8b9],
];
const ADOBE_COLOURANTS = [
  [0x9c18, 0x4fa5, 0x04fc],
  [0x348d, 0xa02c, 0x0f95],
  [0x2631, 0x102f, 0xbe9c],
];

const IEC = 'sRGB IEC61966-2.1';
const SRGB_PROFILES = {
  'HP and Adobe, version 2, 1024 entries': buildIcc({ description: IEC, curve: { table: sampleSrgb(1024) } }),
  'ICC, version 4, parametric': buildIcc({ version: 4, description: IEC }),
  'lcms, version 4': buildIcc({ version: 4, description: 'sRGB built-in', colourants: LCMS_COLOURANTS }),
  'c2 of Facebook': buildIcc({ description: 'c2', curve: { table: C2_TABLE } }),
  'uRGB, 26 entries': buildIcc({ description: 'uRGB', curve: { table: sampleSrgb(26) } }),
  'a camera that names it after itself': buildIcc({ description: 'Camera RGB Profile' }),
  'sharp, version 4': await profileOfSharp('srgb'),
};
const OTHER_PROFILES = {
  'Display P3 of sharp': await profileOfSharp('p3'),
  'Display P3': buildIcc({ version: 4, description: 'Display P3', colourants: P3_COLOURANTS }),
  'Adobe RGB': buildIcc({
    description: 'Adobe RGB (1998)',
    colourants: ADOBE_COLOURANTS,
    curve: { table: [563] },
  }),
  'one that says sRGB and has the primaries of P3': buildIcc({ description: IEC, colourants: P3_COLOURANTS }),
  'one that says sRGB and swaps red and blue': buildIcc({
    description: IEC,
    colourants: HP_COLOURANTS.toReversed(),
  }),
  'one that says sRGB and has a gamma of 2.2': buildIcc({ description: IEC, curve: { table: [563] } }),
  'one that says sRGB and is linear': buildIcc({ description: IEC, curve: { table: [] } }),
};

async function profileOfSharp(name: string): Promise<Uint8Array> {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } });
  const { icc } = await sharp(await pixel.withIccProfile(name).png().toBuffer()).metadata();
  return icc ?? new Uint8Array();
}

/** Every shade of grey, of each primary and of each mixture of two, and the colours between. */
function drawColours(): Pixels {
  const colours: number[] = [];
  for (let shade = 0; shade < 256; shade++) {
    for (let mask = 1; mask < 8; mask++) colours.push(...[1, 2, 4].map((bit) => (mask & bit ? shade : 0)));
    colours.push(shade, 255 - shade, (shade * 7) % 256);
  }
  return { data: Uint8Array.from(colours), width: 8, height: 256 };
}

const colours = drawColours();
const furthest = (one: Pixels, other: Pixels) =>
  Math.max(...one.data.map((value, index) => Math.abs(value - (other.data[index] ?? 0))));

describe('an sRGB profile', () => {
  test.each(Object.entries(SRGB_PROFILES))(
    'by %s is recognised, and libvips would change next to nothing',
    async (_, profile) => {
      expect(isSrgbProfile(profile)).toBe(true);
      expect(await toSrgb({ pixels: colours, profile })).toBe(colours);
      expect(furthest(await convertToSrgb(colours, profile), colours)).toBeLessThanOrEqual(1);
    },
  );
});

describe('another profile', () => {
  test.each(Object.entries(OTHER_PROFILES))('is converted: %s', async (_, profile) => {
    expect(isSrgbProfile(profile)).toBe(false);
    expect(furthest(await toSrgb({ pixels: colours, profile }), colours)).toBeGreaterThan(8);
  });

  test('with tables beside its matrix is left to libvips: the tables count', () => {
    expect(isSrgbProfile(buildIcc({ version: 4, extraTags: ['A2B0'] }))).toBe(false);
  });

  test('that is damaged is not taken for sRGB, wherever it ends', () => {
    const whole = buildIcc({ curve: { parameters: SRGB_PARAMETERS } });
    for (let end = 0; end < whole.length; end++) expect(isSrgbProfile(whole.subarray(0, end))).toBe(false);
    for (const at of [128, whole.indexOf('rTRC') + 4]) {
      const damaged = Buffer.from(whole);
      damaged.writeUInt32BE(0xffffffff, at);
      expect(isSrgbProfile(damaged)).toBe(false);
    }
  });
});
