import type { Sort, TimelineMap } from '@keepsake/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '#/shared/format/use-locale.ts';
import { useFreshPhotos } from '../fresh/use-fresh-photos.ts';
import { PhotoGrid } from '../grid/photo-grid.tsx';
import { usePhotoGrid } from '../photos/use-photo-grid.ts';
import { DateScrubber } from '../scrubber/date-scrubber.tsx';
import { FastScrollHandle } from '../scrubber/fast-scroll-handle.tsx';
import { SortControl } from '../sort/sort-control.tsx';
import { EmptyTimeline } from './empty-timeline.tsx';
import { createMonthTitles, monthsOf, yearOfKey } from './months.ts';
import { openedMonths, openMonth, photosSort } from './preferences.ts';
import { ScrollMemory } from './scroll-memory.tsx';
import classes from './timeline.module.css';
import { TimelineFailure } from './timeline-failure.tsx';
import { timelineQuery } from './timeline-query.ts';
import { TimelineSkeleton } from './timeline-skeleton.tsx';
import { createTimelineSource } from './timeline-source.ts';

type Props = {
  /** Opens the import. */
  onAddPhotos: () => void;
};

/** The customer's photos by months. */
export function Timeline({ onAddPhotos }: Props) {
  const sort = photosSort.use();
  const { data: map, error, isFetching, refetch } = useQuery(timelineQuery(sort.sortKey));

  function changeSort(next: Sort): void {
    photosSort.set(next);
    window.scrollTo({ top: 0 });
  }

  if (!map && error && !isFetching) return <TimelineFailure error={error} onRetry={() => void refetch()} />;
  if (map && countPhotos(map) === 0) return <EmptyTimeline onAddPhotos={onAddPhotos} />;
  return (
    <div className={classes.timeline}>
      <div className={classes.controls}>
        <SortControl sort={sort} onChange={changeSort} />
      </div>
      {map ? (
        <Months key={`${sort.sortKey} ${sort.sortOrder}`} map={map} sort={sort} />
      ) : (
        <TimelineSkeleton />
      )}
    </div>
  );
}

function Months({ map, sort }: { map: TimelineMap; sort: Sort }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const opened = openedMonths.use();
  const source = useMemo(() => createTimelineSource(sort), [sort]);
  const sections = useMemo(() => monthsOf(map, sort.sortOrder), [map, sort.sortOrder]);
  const titleOf = useMemo(() => createMonthTitles(locale, t('library.unknownDate')), [locale, t]);
  const { store, gridSections, onSee } = usePhotoGrid({ view: 'timeline', source, sections, opened });
  useFreshPhotos(store);

  return (
    <PhotoGrid
      sections={gridSections}
      titleOf={titleOf}
      onSee={onSee}
      onOpen={openMonth}
      onRetry={store.retry}
    >
      {(engine) => (
        <>
          <ScrollMemory engine={engine} view="timeline" />
          <DateScrubber engine={engine} sections={gridSections} titleOf={titleOf} yearOf={yearOfKey} />
          <FastScrollHandle engine={engine} sections={gridSections} titleOf={titleOf} />
        </>
      )}
    </PhotoGrid>
  );
}

function countPhotos(map: TimelineMap): number {
  return Object.values(map).reduce(
    (sum, months) => sum + Object.values(months).reduce((a, b) => a + b, 0),
    0,
  );
}
