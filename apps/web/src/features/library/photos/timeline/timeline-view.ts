import { type PhotoFilter, photoFilter, type Sort } from '@keepsake/contracts';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { photosSort } from './preferences.ts';

/** What of the library is shown, and in which order. */
export type TimelineView = Sort & { filter: PhotoFilter | undefined };

/** As the customer sorted it, and as the query of the address filters it. */
export function useTimelineView(): TimelineView {
  const sort = photosSort.use();
  const search: { filter?: unknown } = useSearch({ strict: false });
  const filter = photoFilter.safeParse(search.filter).data;
  return useMemo(() => ({ ...sort, filter }), [sort, filter]);
}

/** The query that keeps a filter from one address of the library to the next. */
export const searchOf = ({ filter }: TimelineView) => (filter ? `?filter=${filter}` : '');
