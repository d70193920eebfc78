const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** A rough time in the locale's words, '2 minutes'; null while the speed is unknown. */
export function formatTimeLeft(bytes: number, bytesPerSecond: number | null, locale: string): string | null {
  if (!bytesPerSecond || bytes <= 0) return null;
  const seconds = bytes / bytesPerSecond;
  if (seconds < MINUTE) return inUnits(Math.max(5, Math.ceil(seconds / 5) * 5), 'second', locale);
  if (seconds < HOUR) return inUnits(Math.ceil(seconds / MINUTE), 'minute', locale);
  return inUnits(Math.ceil(seconds / HOUR), 'hour', locale);
}

function inUnits(value: number, unit: 'second' | 'minute' | 'hour', locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}
