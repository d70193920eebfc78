import type { PhotoDescription } from '@keepsake/contracts/library/photo-details';
import { numberFormat } from '@keepsake/contracts/platform/formats';

type Camera = PhotoDescription['camera'];

/** Keeps a unit on the same line as its number. */
const NO_BREAK = '\u00a0';

/** Display name of a camera. Most makers begin the model with their own name, but not always the full one. */
export function nameOfCamera({ make, model }: Camera): string | undefined {
  if (!make || !model) return make ?? model;
  const [maker = ''] = make.toLowerCase().split(/[\s-]/);
  return model.toLowerCase().startsWith(maker) ? model : `${make} ${model}`;
}

/** The known exposure values in photographers' notation: f-number, exposure time, focal length and ISO speed. */
export function exposureOf(camera: Camera, locale: string): string[] {
  const { fNumber, exposureTime, focalLength, iso } = camera;
  const format = (value: number) =>
    numberFormat(locale, { maximumFractionDigits: 2, useGrouping: false }).format(value);
  return [
    fNumber && `f/${format(fNumber)}`,
    exposureTime && `${timeOf(exposureTime, format)}${NO_BREAK}s`,
    focalLength && `${format(focalLength)}${NO_BREAK}mm`,
    iso && `ISO${NO_BREAK}${iso}`,
  ].filter((part) => part !== undefined && part !== 0);
}

/** From this exposure time on, cameras display decimals instead of fractions, in seconds. */
const LONG_SECONDS = 0.25001;

function timeOf(seconds: number, format: (value: number) => string): string {
  if (seconds < LONG_SECONDS) return `1/${Math.round(1 / seconds)}`;
  return format(Math.round(seconds * 10) / 10);
}

const WRITTEN = /^(\d{4})[:/.-](\d\d)[:/.-](\d\d)[ T](\d\d:\d\d:\d\d)/;

/** Parses a date in the notation of files into its day, YYYY-MM-DD, and time; undefined if it is none. */
export function parseWritten(text: string): { day: string; time: string } | undefined {
  const [, year, month, date, time] = WRITTEN.exec(text) ?? [];
  const day = `${year}-${month}-${date}`;
  const at = new Date(`${day}T00:00:00Z`);
  const isDay = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
  return time && isDay ? { day, time } : undefined;
}
