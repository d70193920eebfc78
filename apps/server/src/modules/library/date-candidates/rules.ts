import {
  type DateCandidate,
  type DateReason,
  MAX_CANDIDATES,
} from '@keepsake/contracts/library/date-candidates';
import type { WallTime } from '../../../platform/wall-time.ts';
import { dateInAlbumName, dateInFileName } from './dates-in-names.ts';

/** Numbers farther from a photo's say nothing about it. */
export const MAX_DISTANCE = 50;
/** On one side alone, only those that are very near. */
const MAX_DISTANCE_ALONE = 10;
/** Dated photos of an album from which on their span says something. */
const MIN_DATED = 3;
/** What dates can have in common: a day, a month, a year. */
const COMMON_LENGTHS = [10, 7, 4];
const MONTH_LENGTH = 7;
/** The month under whose heading a photo would stay [TL-07]. */
const UNKNOWN_MONTH = '1970-01';
/** No camera counts farther: longer numbers are something else. */
const MAX_DIGITS = 6;

/** The name of a file in a row: what comes before the number at its end, and the number. */
export type Numbered = { prefix: string; number: number };

/** Splits the name of a file, without its extension, before the number at its end; null if there is none. */
export function readNumber(stem: string): Numbered | null {
  const { prefix = '', digits = '' } = /^(?<prefix>.*?)(?<digits>\d+)$/.exec(stem)?.groups ?? {};
  return digits === '' || digits.length > MAX_DIGITS ? null : { prefix, number: Number(digits) };
}

/** A dated photo whose name has a number near that of one without a date. */
export type Neighbour = { fileName: string; camera: string; takenAt: WallTime };

/** What is stored about a photo without a date, and around it. */
export type Undated = {
  fileName: string;
  /** Of its camera, the same or any. */
  neighbours: readonly Neighbour[];
  albums: readonly AlbumDates[];
};

/** An album, and between which dates nearly all dated photos of it were taken. */
export type AlbumDates = { albumName: string; dated: number; first: WallTime | null; last: WallTime | null };

/** What may be the date of a photo, the likeliest first: that on which several sources agree, then in the order of trust. */
export function candidatesOf({ fileName, neighbours, albums }: Undated, now: Date): DateCandidate[] {
  const named = dateInFileName(fileName, now);
  const found: DateCandidate[] = [
    ...(named === null ? [] : [{ date: named, reasons: [{ kind: 'name' as const }] }]),
    ...ofNeighbours(fileName, neighbours),
    ...albums.flatMap(({ albumName }) => {
      const date = dateInAlbumName(albumName, now);
      return date === null ? [] : [{ date, reasons: [{ kind: 'album-name' as const, albumName }] }];
    }),
    ...albums.flatMap(ofAlbumPhotos),
  ];
  return join(found.filter(({ date }) => !date.startsWith(UNKNOWN_MONTH))).slice(0, MAX_CANDIDATES);
}

/** Joins dates that agree: of a month and a day in it the day remains, with both reasons. */
function join(found: readonly DateCandidate[]): DateCandidate[] {
  const joined: DateCandidate[] = [];
  for (const { date, reasons } of found) {
    const same = joined.find((other) => other.date.startsWith(date) || date.startsWith(other.date));
    if (!same) joined.push({ date, reasons: [...reasons] });
    else {
      if (date.length > same.date.length) same.date = date;
      same.reasons.push(...reasons);
    }
  }
  const sources = ({ reasons }: DateCandidate) => new Set(reasons.map(sourceOf)).size;
  return joined.toSorted((one, other) => sources(other) - sources(one));
}

/** An album's name and its photos are one source: two albums of one trip prove nothing more. */
const sourceOf = ({ kind }: DateReason) => (kind === 'name' || kind === 'neighbours' ? kind : 'album');

/** For each camera what its files around the photo say. */
function ofNeighbours(fileName: string, neighbours: readonly Neighbour[]): DateCandidate[] {
  const numbered = readNumber(stemOf(fileName));
  if (!numbered) return [];
  const byCamera = Map.groupBy(neighbours, ({ camera }) => camera);
  return [...byCamera.values()].flatMap((ofCamera) => {
    const placed = ofCamera.flatMap((neighbour) => {
      const number = numberBehind(numbered.prefix, neighbour.fileName);
      return number === null ? [] : [{ ...neighbour, distance: number - numbered.number }];
    });
    const before = nearest(placed.filter(({ distance }) => distance < 0));
    const behind = nearest(placed.filter(({ distance }) => distance >= 0));
    return between(before, behind);
  });
}

type Placed = Neighbour & { distance: number };

/** Those with the nearest number: several if a camera has begun again, or copied a file. */
function nearest(placed: readonly Placed[]): Placed[] {
  const least = Math.min(...placed.map(({ distance }) => Math.abs(distance)));
  return placed.filter(({ distance }) => Math.abs(distance) === least && least <= MAX_DISTANCE);
}

function between(before: readonly Placed[], behind: readonly Placed[]): DateCandidate[] {
  const around = [...before, ...behind];
  const isAlone = before.length === 0 || behind.length === 0;
  const near = isAlone ? around.filter(({ distance }) => Math.abs(distance) <= MAX_DISTANCE_ALONE) : around;
  const common = commonPart(near.map(({ takenAt }) => takenAt));
  if (common === null) return [];
  const fileNames = [before, behind].flatMap(([one]) => (one ? [one.fileName] : []));
  return [
    { date: isAlone ? common.slice(0, MONTH_LENGTH) : common, reasons: [{ kind: 'neighbours', fileNames }] },
  ];
}

function ofAlbumPhotos({ albumName, dated, first, last }: AlbumDates): DateCandidate[] {
  const common = dated >= MIN_DATED && first && last ? commonPart([first, last]) : null;
  return common === null ? [] : [{ date: common, reasons: [{ kind: 'album-photos', albumName }] }];
}

/** The day, month or year that all have in common; null if none. */
function commonPart([first, ...others]: readonly WallTime[]): string | null {
  if (first === undefined) return null;
  const length = COMMON_LENGTHS.find((length) =>
    others.every((other) => other.slice(0, length) === first.slice(0, length)),
  );
  return length === undefined ? null : first.slice(0, length);
}

/** The name of a file without its extension. */
export const stemOf = (fileName: string): string => fileName.replace(/(?<=.)\.[^.]*$/, '');

/** The number behind a prefix in the name of another file; null if that has another prefix. */
function numberBehind(prefix: string, fileName: string): number | null {
  if (!fileName.toLowerCase().startsWith(prefix.toLowerCase())) return null;
  const digits = /^\d+/.exec(fileName.slice(prefix.length))?.[0];
  return digits === undefined ? null : Number(digits);
}
