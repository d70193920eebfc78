import { type CameraId, cameras } from './camera.ts';
import type { DemoPhoto } from './demo-photo.ts';
import { bigSummer, calendar, type Episode } from './episodes.ts';
import { chooseFraming, wholeScene } from './framing.ts';
import { listMoments, listNewYearMoments, listSameSecondMoments, type Moment } from './moments.ts';
import { listOddPhotos } from './odd-photos.ts';
import { createRandom, type Random } from './random.ts';
import { sources } from './sources.ts';
import { chooseTone } from './tone.ts';

const years = 7;
/** One in this many photos is stored at a phone's full twelve megapixels. */
const fullSizeEvery = 75;

/** The demo consumer's photos over the seven years before `now`, oldest first, undated ones last. */
export function listDemoPhotos({ now }: { now: Date }): DemoPhoto[] {
  const photos = [...listDatedPhotos(now), ...listOddPhotos(now)];
  return photos.sort((one, other) => compareDates(one.takenAt, other.takenAt));
}

function listDatedPhotos(now: Date): DemoPhoto[] {
  const thisYear = now.getUTCFullYear();
  const [first, last] = [wallTimeOf(now, { years }), wallTimeOf(now, { days: 1 })];
  const moments: Moment[] = [
    ...listSameSecondMoments(thisYear - 2),
    ...listMoments(bigSummer, thisYear - 2, 'phone'),
  ];
  for (let year = thisYear - years; year <= thisYear; year += 1) {
    const phone: CameraId = year < thisYear - 3 ? 'oldPhone' : 'phone';
    const episodes = calendar.filter((episode) => happensIn(episode, year));
    moments.push(
      ...listNewYearMoments(year),
      ...episodes.flatMap((episode) => listMoments(episode, year, phone)),
    );
  }
  const random = createRandom(thisYear);
  return moments
    .filter(({ at }) => at > first && at < last)
    .sort((one, other) => compareDates(one.at, other.at))
    .map((moment, index) => takePhoto(random, moment, index));
}

function happensIn({ every = 1, phase = 0 }: Episode, year: number): boolean {
  return (year + phase) % every === 0;
}

function takePhoto(random: Random, moment: Moment, index: number): DemoPhoto {
  const source = sources[moment.scene];
  const camera = cameras[moment.camera];
  const isFullSize = index % fullSizeEvery === fullSizeEvery - 1;
  const framing = isFullSize ? wholeScene(source) : chooseFraming(random, source);
  return {
    fileName: camera.fileName(1001 + index * 3),
    format: 'jpeg',
    takenAt: moment.at,
    dateIn: 'exif',
    offset: camera.writesOffset ? offsetOf(moment) : null,
    camera: moment.camera,
    orientation: chooseOrientation(random, framing.height > framing.width),
    picture: { source: moment.scene, framing, tone: chooseTone(random, source.hues) },
  };
}

/** Cameras held upright store the picture sideways; occasionally one is upside down. */
function chooseOrientation(random: Random, isPortrait: boolean): DemoPhoto['orientation'] {
  const chance = random();
  if (!isPortrait) return chance < 0.05 ? 3 : 1;
  if (chance < 0.6) return 6;
  return chance < 0.75 ? 8 : 1;
}

function offsetOf({ at, zone }: Moment): string {
  return Temporal.PlainDateTime.from(at).toZonedDateTime(zone).offset;
}

function wallTimeOf(now: Date, before: Temporal.DurationLike): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('UTC');
  return zoned.subtract(before).toPlainDateTime().toString({ smallestUnit: 'second' });
}

function compareDates(one: string | null, other: string | null): number {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  return one < other ? -1 : 1;
}
