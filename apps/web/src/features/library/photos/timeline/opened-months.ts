import { parseJson } from '#/shared/json.ts';
import { createStoredValue } from '#/shared/storage.ts';

/** Key in local storage [TL-37]. */
export const OPENED_MONTHS_KEY = 'visibleTimeLineSections';
/** More months than a lifetime has: a longer list was not written by this app. */
const MAX_MONTHS = 2_000;

/** Parses saved month keys; anything but 'year/month' is ignored. */
export function parseOpenedMonths(saved: string | null): ReadonlySet<string> {
  const value = parseJson(saved);
  return new Set(Array.isArray(value) ? value.filter(isMonthKey).slice(-MAX_MONTHS) : []);
}

function isMonthKey(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,4}\/\d{1,2}$/.test(value);
}

/** Months opened through '+N'. */
export const openedMonths = createStoredValue({
  key: OPENED_MONTHS_KEY,
  parse: parseOpenedMonths,
  format: (keys) => JSON.stringify([...keys]),
});

/** Shows all photos of a month [TL-11]. */
export function openMonth(key: string): void {
  openedMonths.set(new Set([...openedMonths.get(), key]));
}
