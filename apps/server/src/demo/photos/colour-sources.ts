import type { Source } from './source.ts';

const everyday: Pick<Source, 'hues' | 'light'> = { hues: [0], light: 'day' };
const evening: Pick<Source, 'hues' | 'light'> = { hues: [0], light: 'evening' };

/** Contemporary pictures, by file name. */
export const colourSources = {
  'harbour-skyline': {
    width: 2000,
    height: 1125,
    subjects: [
      [0.5, 0.45],
      [0.2, 0.45],
      [0.78, 0.42],
      [0.55, 0.7],
    ],
    hues: [0, -14, 14],
    light: 'evening',
  },
  'night-bridge': {
    width: 1302,
    height: 953,
    subjects: [
      [0.45, 0.4],
      [0.3, 0.55],
      [0.75, 0.65],
    ],
    ...evening,
  },
  'rooftop-sunset': {
    width: 2400,
    height: 1350,
    subjects: [
      [0.85, 0.52],
      [0.6, 0.45],
      [0.35, 0.55],
    ],
    hues: [0, -12, 10],
    light: 'evening',
  },
  'lantern-bridge': {
    width: 2000,
    height: 1333,
    subjects: [
      [0.5, 0.72],
      [0.55, 0.55],
    ],
    hues: [0, 25, -25],
    light: 'evening',
  },
  courtyard: {
    width: 2000,
    height: 1333,
    subjects: [
      [0.52, 0.42],
      [0.35, 0.5],
      [0.7, 0.6],
    ],
    hues: [0, 8, -8],
    light: 'any',
  },
  colosseum: {
    width: 2000,
    height: 1125,
    subjects: [
      [0.3, 0.4],
      [0.45, 0.55],
      [0.25, 0.75],
      [0.55, 0.5],
    ],
    hues: [0, -6, 6],
    light: 'any',
  },
  facade: {
    width: 1600,
    height: 900,
    subjects: [
      [0.4, 0.35],
      [0.7, 0.3],
    ],
    ...everyday,
  },
  tower: {
    width: 1600,
    height: 1067,
    subjects: [
      [0.42, 0.5],
      [0.45, 0.4],
    ],
    ...everyday,
  },
  dune: {
    width: 2000,
    height: 1333,
    subjects: [
      [0.38, 0.78],
      [0.45, 0.5],
      [0.7, 0.75],
    ],
    hues: [0, 6, 12],
    light: 'day',
  },
  'tea-hills': {
    width: 2000,
    height: 1333,
    subjects: [
      [0.3, 0.5],
      [0.7, 0.6],
      [0.45, 0.8],
      [0.2, 0.35],
    ],
    hues: [0, 0, 8, -8],
    light: 'day',
  },
  'mountain-lake': {
    width: 2000,
    height: 1125,
    subjects: [
      [0.35, 0.4],
      [0.75, 0.45],
      [0.5, 0.6],
      [0.2, 0.55],
    ],
    hues: [0, -8, 8],
    light: 'any',
  },
  'forget-me-nots': {
    width: 2000,
    height: 1333,
    subjects: [
      [0.37, 0.3],
      [0.67, 0.5],
      [0.55, 0.65],
      [0.85, 0.3],
    ],
    hues: [0, 40, 70, 100],
    light: 'day',
  },
  'honey-bee': {
    width: 1620,
    height: 1280,
    subjects: [
      [0.4, 0.45],
      [0.55, 0.5],
      [0.65, 0.7],
    ],
    hues: [0, 25, -30],
    light: 'day',
  },
  dandelions: {
    width: 2000,
    height: 1125,
    subjects: [
      [0.3, 0.38],
      [0.55, 0.6],
      [0.85, 0.4],
    ],
    hues: [0, -6, 8],
    light: 'any',
  },
  citrus: {
    width: 1350,
    height: 890,
    subjects: [
      [0.35, 0.5],
      [0.6, 0.65],
      [0.8, 0.3],
      [0.2, 0.25],
    ],
    hues: [0, -10, 12],
    light: 'any',
  },
  espresso: {
    width: 600,
    height: 400,
    subjects: [
      [0.45, 0.45],
      [0.5, 0.55],
    ],
    hues: [0, 8],
    light: 'any',
    closest: 0.78,
  },
  cat: {
    width: 451,
    height: 300,
    subjects: [
      [0.5, 0.45],
      [0.55, 0.5],
    ],
    ...everyday,
    light: 'any',
    closest: 0.85,
  },
  raccoon: {
    width: 1024,
    height: 768,
    subjects: [
      [0.6, 0.35],
      [0.5, 0.4],
      [0.4, 0.6],
    ],
    ...everyday,
  },
  otters: {
    width: 2000,
    height: 1125,
    subjects: [
      [0.45, 0.5],
      [0.3, 0.55],
      [0.6, 0.6],
    ],
    ...everyday,
  },
  osprey: {
    width: 2000,
    height: 1125,
    subjects: [
      [0.38, 0.42],
      [0.4, 0.45],
    ],
    ...everyday,
  },
  wren: {
    width: 2000,
    height: 1125,
    subjects: [
      [0.54, 0.36],
      [0.54, 0.42],
    ],
    hues: [0, 10],
    light: 'day',
  },
} as const satisfies Record<string, Source>;
