import type { PhotoDescription } from '@keepsake/contracts';

type Camera = PhotoDescription['camera'];

/** A unit stays beside its number. */
const NO_BREAK = '\u00a0';

/** The camera by its name. Most makers begin the model with their own name, and not all with the whole of it. */
export function nameOfCamera({ make, model }: Camera): string | undefined {
  if (!make || !model) return make ?? model;
  const [maker = ''] = make.toLowerCase().split(/[\s-]/);
  return model.toLowerCase().startsWith(maker) ? model : `${make} ${model}`;
}

/** f-number, exposure time, focal length and ISO speed as photographers write them, those that are known. */
export function exposureOf(camera: Camera, locale: string): string[] {
  const { fNumber, exposureTime, focalLength, iso } = camera;
  const format = (value: number) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: 2, useGrouping: false }).format(value);
  return [
    fNumber && `f/${format(fNumber)}`,
    exposureTime && `${timeOf(exposureTime, format)}${NO_BREAK}s`,
    focalLength && `${format(focalLength)}${NO_BREAK}mm`,
    iso && `ISO${NO_BREAK}${iso}`,
  ].filter((part) => part !== undefined && part !== 0);
}

/** From here on cameras show decimals instead of fractions. */
const LONG_SECONDS = 0.25001;

function timeOf(seconds: number, format: (value: number) => string): string {
  if (seconds < LONG_SECONDS) return `1/${Math.round(1 / seconds)}`;
  return format(Math.round(seconds * 10) / 10);
}

const WRITTEN = /^(\d{4})[:/.-](\d\d)[:/.-](\d\d)[ T](\d\d:\d\d:\d\d)/;

/** A date as files write it: its day, YYYY-MM-DD, and its time; undefined when it is no date at all. */
export function parseWritten(text: string): { day: string; time: string } | undefined {
  const [, year, month, date, time] = WRITTEN.exec(text) ?? [];
  const day = `${year}-${month}-${date}`;
  const at = new Date(`${day}T00:00:00Z`);
  const isDay = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
  return time && isDay ? { day, time } : undefined;
}
