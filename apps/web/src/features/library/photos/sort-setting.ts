import { createStoredValue } from '#/shared/storage.ts';
import { parseSort, type SortView, sortStorageKey } from './saved-sort.ts';

/** The sort of a view, kept in local storage. */
export const createStoredSort = (view: SortView) =>
  createStoredValue({
    key: sortStorageKey(view),
    parse: (saved) => parseSort(saved, view),
    format: JSON.stringify,
  });
