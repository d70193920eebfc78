import { createStoredValue } from '#/shared/storage.ts';

/** Name in local storage [TL-37]. */
export const OPENED_SECTIONS_KEY = 'visibleTimeLineSections';
/** So many months fit a lifetime; a longer list is not ours. */
const MAX_SECTIONS = 2_000;

/** Keys of the months opened by '+N', as saved; anything else than a list of 'year/month' reads as none. */
export function parseOpenedSections(saved: string | null): ReadonlySet<string> {
  try {
    const value: unknown = JSON.parse(saved ?? '[]');
    return new Set(Array.isArray(value) ? value.filter(isMonthKey).slice(-MAX_SECTIONS) : []);
  } catch {
    return new Set();
  }
}

function isMonthKey(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,4}\/\d{1,2}$/.test(value);
}

/** Months opened by '+N'. */
export const openedMonths = createStoredValue({
  key: OPENED_SECTIONS_KEY,
  parse: parseOpenedSections,
  format: (keys) => JSON.stringify([...keys]),
});

/** Opens the whole of a month [TL-11]. */
export function openMonth(key: string): void {
  openedMonths.set(new Set([...openedMonths.get(), key]));
}
