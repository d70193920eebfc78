import type { CameraId } from './camera.ts';
import type { SourceId } from './sources.ts';

/**
 * A stretch of days on which photos were taken. `every` and `phase` choose the years: the episode
 * happens when (year + phase) is a multiple of `every`.
 */
export type Episode = {
  month: number;
  day: number;
  days: number;
  count: number;
  zone: string;
  camera: CameraId | 'phone-of-the-year';
  scenes: readonly SourceId[];
  every?: number;
  phase?: number;
};

const home = { zone: 'Europe/London', camera: 'phone-of-the-year' } as const;

/** A year of the demo family. November stays empty, and so do January and February in alternate years. */
export const calendar: readonly Episode[] = [
  { month: 1, day: 14, days: 2, count: 3, ...home, scenes: ['cat', 'espresso', 'wren', 'citrus'], every: 2 },
  {
    month: 2,
    day: 9,
    days: 6,
    count: 6,
    zone: 'Europe/Vienna',
    camera: 'reflex',
    every: 2,
    phase: 1,
    scenes: ['mountain-lake', 'wren', 'espresso', 'facade', 'french-alpine-landscape', 'night-bridge'],
  },
  { month: 3, day: 21, days: 3, count: 3, ...home, scenes: ['forget-me-nots', 'honey-bee', 'cat', 'facade'] },
  {
    month: 4,
    day: 8,
    days: 3,
    count: 4,
    ...home,
    scenes: ['dandelions', 'raccoon', 'forget-me-nots', 'otters', 'osprey'],
  },
  {
    month: 5,
    day: 18,
    days: 3,
    count: 6,
    zone: 'Europe/Rome',
    camera: 'compact',
    every: 3,
    scenes: ['colosseum', 'courtyard', 'espresso', 'tower', 'rooftop-sunset', 'citrus'],
  },
  {
    month: 5,
    day: 4,
    days: 4,
    count: 3,
    zone: 'Asia/Singapore',
    camera: 'phone-of-the-year',
    every: 3,
    phase: 1,
    scenes: ['harbour-skyline', 'facade', 'tea-hills', 'tower', 'lantern-bridge', 'citrus'],
  },
  {
    month: 5,
    day: 25,
    days: 3,
    count: 6,
    zone: 'America/Chicago',
    camera: 'reflex',
    every: 3,
    phase: 2,
    scenes: ['night-bridge', 'rooftop-sunset', 'raccoon', 'osprey', 'facade', 'espresso'],
  },
  {
    month: 6,
    day: 15,
    days: 2,
    count: 3,
    ...home,
    scenes: ['honey-bee', 'dandelions', 'forget-me-nots', 'cat'],
  },
  {
    month: 7,
    day: 22,
    days: 9,
    count: 7,
    zone: 'Africa/Casablanca',
    camera: 'compact',
    every: 2,
    scenes: ['dune', 'courtyard', 'citrus', 'harbour-skyline', 'wren', 'tower', 'mountain-lake'],
  },
  {
    month: 7,
    day: 20,
    days: 9,
    count: 7,
    zone: 'Europe/Vienna',
    camera: 'reflex',
    every: 2,
    phase: 1,
    scenes: ['mountain-lake', 'tea-hills', 'osprey', 'rooftop-sunset', 'honey-bee', 'otters', 'dandelions'],
  },
  {
    month: 8,
    day: 30,
    days: 2,
    count: 2,
    ...home,
    scenes: ['cat', 'espresso', 'rooftop-sunset', 'lantern-bridge'],
  },
  {
    month: 9,
    day: 13,
    days: 1,
    count: 3,
    ...home,
    scenes: ['otters', 'raccoon', 'osprey', 'honey-bee', 'wren'],
  },
  {
    month: 10,
    day: 19,
    days: 4,
    count: 3,
    ...home,
    scenes: ['tea-hills', 'mountain-lake', 'wren', 'night-bridge', 'tower'],
  },
  {
    month: 12,
    day: 23,
    days: 4,
    count: 4,
    ...home,
    scenes: ['citrus', 'espresso', 'cat', 'rooftop-sunset', 'night-bridge', 'courtyard'],
  },
];

/** The journey of a lifetime, two summers ago: a month large enough for '+N' and paging. */
export const bigSummer: Episode = {
  month: 8,
  day: 3,
  days: 19,
  count: 116,
  zone: 'Europe/Rome',
  camera: 'reflex',
  scenes: [
    'colosseum',
    'courtyard',
    'espresso',
    'citrus',
    'mountain-lake',
    'rooftop-sunset',
    'tea-hills',
    'honey-bee',
    'dandelions',
    'osprey',
    'night-bridge',
    'tower',
    'dune',
    'otters',
    'forget-me-nots',
    'harbour-skyline',
    'lantern-bridge',
    'wren',
    'facade',
  ],
};
