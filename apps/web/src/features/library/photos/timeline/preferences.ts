import { createStoredValue } from '#/shared/storage.ts';
import { OPENED_SECTIONS_KEY, parseOpenedSections } from '../photos/opened-sections.ts';
import { parseSort, sortStorageKey } from '../sort/sort-setting.ts';

/** The sort of the timeline, remembered for this view alone. */
export const photosSort = createStoredValue({
  key: sortStorageKey('photos'),
  parse: (saved) => parseSort(saved, 'photos'),
  format: JSON.stringify,
});

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
