import { DAY_MS } from '../../platform/clock.ts';
import type { DemoPhoto } from './demo-photo.ts';
import { chooseFraming } from './framing.ts';
import { toWallTime } from './moments.ts';
import { createRandom, type Random, randomInteger } from './random.ts';
import { albumSources, type SourceId, sources } from './sources.ts';
import { chooseTone, printTone } from './tone.ts';

/** PNG is large for photos: a picture of this size stays near one megabyte. */
const pngLongEdge = 900;
const scans = 12;

/** Pictures that lost their EXIF on the way through a messenger and kept their file names. */
const forwarded: readonly { daysAgo: number; scene: SourceId; format: 'jpeg' | 'png' }[] = [
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
const edited: readonly { daysAgo: number; scene: SourceId }[] = [
  { daysAgo: 33, scene: 'citrus' },
  { daysAgo: 398, scene: 'mountain-lake' },
  { daysAgo: 760, scene: 'wren' },
  { daysAgo: 1544, scene: 'lantern-bridge' },
];

/** HEIC files of the newest phone, made once because sharp cannot write them; their date is set when read. */
const bundledHeics: readonly { daysAgo: number; file: string }[] = [
  { daysAgo: 6, file: 'lake.heic' },
  { daysAgo: 12, file: 'garden.heic' },
  { daysAgo: 41, file: 'skyline.heic' },
  { daysAgo: 96, file: 'breakfast.heic' },
  { daysAgo: 201, file: 'otter.heic' },
  { daysAgo: 333, file: 'arches.heic' },
];

/** Colour pictures without any date. */
const undated: readonly { fileName: string; scene: SourceId }[] = [
  { fileName: 'from-grandma.jpg', scene: 'forget-me-nots' },
  { fileName: 'wallpaper-old-phone.jpg', scene: 'dune' },
  { fileName: 'cover-idea.jpg', scene: 'tea-hills' },
];

/** Everything that did not come straight out of a camera: PNG and HEIC, lost EXIF, scans without a date. */
export function listOddPhotos(now: Date): DemoPhoto[] {
  const random = createRandom(4711);
  const dayBefore = (daysAgo: number) => daytime(random, now, daysAgo);
  return [
    ...forwarded.map(({ daysAgo, scene, format }) => forward(random, dayBefore(daysAgo), scene, format)),
    ...edited.map(({ daysAgo, scene }, index) => edit(random, dayBefore(daysAgo), scene, index)),
    ...bundledHeics.map(({ daysAgo, file }, index) => keep(dayBefore(daysAgo), file, index)),
    ...undated.map(({ fileName, scene }) => ({ ...blank(random, scene), fileName })),
    ...Array.from({ length: scans }, (_, index) => scan(random, index)),
  ];
}

function daytime(random: Random, now: Date, daysAgo: number): string {
  const day = new Date(now.getTime() - daysAgo * DAY_MS);
  return toWallTime(
    day.getUTCFullYear(),
    day.getUTCMonth() + 1,
    day.getUTCDate(),
    randomInteger(random, 32_400, 64_800),
  );
}

function blank(random: Random, source: SourceId, longEdge?: number): DemoPhoto {
  const framing = chooseFraming(random, sources[source], longEdge);
  const tone = chooseTone(random, sources[source].hues);
  return {
    fileName: '',
    format: 'jpeg',
    takenAt: null,
    dateIn: 'nowhere',
    offset: null,
    camera: null,
    orientation: 1,
    picture: { source, framing, tone },
  };
}

function forward(random: Random, takenAt: string, scene: SourceId, format: 'jpeg' | 'png'): DemoPhoto {
  const stamp = takenAt.replaceAll(/[-:]/g, '').replace('T', '_');
  const longEdge = format === 'png' ? pngLongEdge : undefined;
  const fileName = `IMG_${stamp}.${format === 'png' ? 'png' : 'jpg'}`;
  return { ...blank(random, scene, longEdge), fileName, format, takenAt, dateIn: 'file-name' };
}

function edit(random: Random, takenAt: string, scene: SourceId, index: number): DemoPhoto {
  const fileName = `edited-${index + 1}.png`;
  return {
    ...blank(random, scene, pngLongEdge),
    fileName,
    format: 'png',
    takenAt,
    dateIn: 'exif',
    camera: 'phone',
  };
}

function keep(takenAt: string, bundledFile: string, index: number): DemoPhoto {
  const date = { takenAt, dateIn: 'exif', offset: null } as const;
  return {
    fileName: `IMG_${8801 + index}.HEIC`,
    format: 'heic',
    ...date,
    camera: 'phone',
    orientation: 1,
    picture: { bundledFile },
  };
}

function scan(random: Random, index: number): DemoPhoto {
  const source = albumSources[index % albumSources.length] ?? 'nagasaki-boats';
  const framing = chooseFraming(random, sources[source]);
  const fileName = `scan-${String(index + 3).padStart(3, '0')}.jpg`;
  return { ...blank(random, source), fileName, picture: { source, framing, tone: printTone } };
}
