import { type Moment, toWallTime } from './moments.ts';
import type { SourceId } from './sources.ts';

/** The hours around midnight of New Year's Eve, which belong to two months and two years. */
export function listNewYearMoments(year: number): Moment[] {
  const party = { zone: 'Europe/London', camera: year % 2 ? 'phone' : 'oldPhone' } as const;
  return [
    { ...party, at: toWallTime(year - 1, 12, 31, 23.5 * 3600), scene: 'night-bridge' },
    { ...party, at: toWallTime(year, 1, 1, 0.5 * 3600), scene: 'harbour-skyline' },
  ];
}

/** Two cameras, one second: an order by date alone cannot tell these apart. */
export function listSameSecondMoments(year: number): Moment[] {
  const at = toWallTime(year, 8, 10, 11 * 3600 + 942);
  return [
    { at, zone: 'Europe/Rome', camera: 'reflex', scene: 'colosseum' },
    { at, zone: 'Europe/Rome', camera: 'compact', scene: 'citrus' },
  ];
}

/** Pictures that lost their EXIF on the way through a messenger and kept their file names. */
export const forwarded: readonly { daysAgo: number; scene: SourceId; format: 'jpeg' | 'png' }[] = [
  { daysAgo: 75, scene: 'cat', format: 'jpeg' },
  { daysAgo: 236, scene: 'raccoon', format: 'jpeg' },
  { daysAgo: 431, scene: 'forget-me-nots', format: 'png' },
  { daysAgo: 688, scene: 'espresso', format: 'jpeg' },
  { daysAgo: 1010, scene: 'dandelions', format: 'png' },
  { daysAgo: 1377, scene: 'otters', format: 'jpeg' },
  { daysAgo: 1830, scene: 'tower', format: 'jpeg' },
  { daysAgo: 2290, scene: 'honey-bee', format: 'jpeg' },
];

/** Saved from an editor as PNG, EXIF kept. */
export const edited: readonly { daysAgo: number; scene: SourceId }[] = [
  { daysAgo: 33, scene: 'citrus' },
  { daysAgo: 398, scene: 'mountain-lake' },
  { daysAgo: 760, scene: 'wren' },
  { daysAgo: 1544, scene: 'lantern-bridge' },
];

/** HEIC files of the newest phone, made once because sharp cannot write them; their date is set when read. */
export const keptHeics: readonly { daysAgo: number; file: string }[] = [
  { daysAgo: 6, file: 'lake.heic' },
  { daysAgo: 12, file: 'garden.heic' },
  { daysAgo: 41, file: 'skyline.heic' },
  { daysAgo: 96, file: 'breakfast.heic' },
  { daysAgo: 201, file: 'otter.heic' },
  { daysAgo: 333, file: 'arches.heic' },
];

/** Colour pictures without any date. */
export const undated: readonly { fileName: string; scene: SourceId }[] = [
  { fileName: 'from-grandma.jpg', scene: 'forget-me-nots' },
  { fileName: 'wallpaper-old-phone.jpg', scene: 'dune' },
  { fileName: 'cover-idea.jpg', scene: 'tea-hills' },
];
