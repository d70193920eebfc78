import { HOUR_SECONDS } from '@keepsake/contracts/platform/limits';
import type { CameraId } from './camera.ts';
import type { Episode } from './episodes.ts';
import { createRandom, pickOne, type Random, randomInteger } from './random.ts';
import { type SourceId, sources } from './sources.ts';

/** A shot: wall time `YYYY-MM-DDTHH:mm:ss` in `zone`, and the scene. */
export type Moment = { at: string; zone: string; camera: CameraId; scene: SourceId };

const hour = HOUR_SECONDS;
const burstShare = 0.16;

export function toWallTime(year: number, month: number, day: number, secondsOfDay: number): string {
  return new Date(Date.UTC(year, month - 1, day, 0, 0, secondsOfDay)).toISOString().slice(0, 19);
}

/** The shots of one episode in one year, in chronological order; always the same for the same year. */
export function listMoments(episode: Episode, year: number, phoneOfTheYear: CameraId): Moment[] {
  const random = createRandom(year * 1000 + episode.month * 40 + episode.day);
  const camera = episode.camera === 'phone-of-the-year' ? phoneOfTheYear : episode.camera;
  const moments: Moment[] = [];
  for (const time of listTimes(random, episode)) {
    const last = moments.at(-1);
    const isBurst = last !== undefined && random() < burstShare;
    const at = isBurst
      ? addSeconds(last.at, randomInteger(random, 2, 40))
      : toWallTime(year, episode.month, episode.day + time.day, time.seconds);
    const scene = isBurst ? last.scene : chooseScene(random, episode.scenes, moments.slice(-3), time.seconds);
    moments.push({ at, zone: episode.zone, camera, scene });
  }
  return moments;
}

/** The hours around midnight of New Year's Eve, which belong to two months and two years. */
export function listNewYearMoments(year: number): Moment[] {
  const party = { zone: 'Europe/London', camera: year % 2 ? 'phone' : 'oldPhone' } as const;
  return [
    { ...party, at: toWallTime(year - 1, 12, 31, 23.5 * hour), scene: 'night-bridge' },
    { ...party, at: toWallTime(year, 1, 1, 0.5 * hour), scene: 'harbour-skyline' },
  ];
}

/** Two cameras, one second: sorting by date alone cannot tell these apart. */
export function listSameSecondMoments(year: number): Moment[] {
  const at = toWallTime(year, 8, 10, 11 * hour + 942);
  return [
    { at, zone: 'Europe/Rome', camera: 'reflex', scene: 'colosseum' },
    { at, zone: 'Europe/Rome', camera: 'compact', scene: 'citrus' },
  ];
}

function listTimes(random: Random, { days, count }: Episode): { day: number; seconds: number }[] {
  const times = Array.from({ length: count }, () => ({
    day: randomInteger(random, 0, days - 1),
    seconds: randomInteger(random, 8 * hour, 22 * hour),
  }));
  return times.sort((one, other) => one.day - other.day || one.seconds - other.seconds);
}

/** A scene that fits the light and was not just photographed; if there is none, any scene of the episode. */
function chooseScene(random: Random, scenes: readonly SourceId[], last: Moment[], seconds: number): SourceId {
  const isEvening = seconds > 18.5 * hour;
  const suits = (scene: SourceId) => {
    const { light } = sources[scene];
    return light === 'any' || light === (isEvening ? 'evening' : 'day');
  };
  const fresh = scenes.filter((scene) => !last.some((moment) => moment.scene === scene));
  const fitting = fresh.filter(suits);
  return pickOne(random, fitting.length > 0 ? fitting : fresh.length > 0 ? fresh : scenes);
}

function addSeconds(at: string, seconds: number): string {
  return new Date(Date.parse(`${at}Z`) + seconds * 1000).toISOString().slice(0, 19);
}
