import type { Source } from './source.ts';

/** Prints are scanned nearly whole. */
const print = { hues: [0], light: 'day', closest: 0.86 } as const satisfies Partial<Source>;

/** Pictures from another century, by file name: they appear as scans from the family album. */
export const printSources = {
  'acanthus-mollis': {
    width: 790,
    height: 1024,
    subjects: [
      [0.5, 0.5],
      [0.5, 0.25],
    ],
    ...print,
  },
  'airplane-from-above': {
    width: 1024,
    height: 717,
    subjects: [
      [0.5, 0.45],
      [0.4, 0.5],
    ],
    ...print,
  },
  'allium-oreophilum': {
    width: 807,
    height: 1024,
    subjects: [
      [0.5, 0.35],
      [0.5, 0.5],
    ],
    ...print,
  },
  'black-canyon': {
    width: 1024,
    height: 750,
    subjects: [
      [0.3, 0.75],
      [0.5, 0.45],
      [0.35, 0.4],
    ],
    ...print,
  },
  'dust-bowl-home': {
    width: 1024,
    height: 788,
    subjects: [
      [0.75, 0.45],
      [0.6, 0.5],
    ],
    ...print,
  },
  'french-alpine-landscape': {
    width: 1024,
    height: 484,
    subjects: [
      [0.3, 0.4],
      [0.65, 0.4],
      [0.5, 0.6],
    ],
    ...print,
  },
  'locomotion-house-cat': { width: 1024, height: 510, subjects: [[0.5, 0.5]], ...print },
  'march-pastoral': {
    width: 1024,
    height: 498,
    subjects: [
      [0.6, 0.6],
      [0.4, 0.4],
    ],
    ...print,
  },
  'nagasaki-boats': {
    width: 1024,
    height: 819,
    subjects: [
      [0.6, 0.6],
      [0.3, 0.75],
      [0.55, 0.4],
    ],
    ...print,
  },
} as const satisfies Record<string, Source>;
