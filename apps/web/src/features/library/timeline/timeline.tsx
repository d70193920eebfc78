import type { Photo, Sort, TimelineMap } from '@keepsake/contracts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFlag } from '#/shared/flags/use-flag.ts';
import { useLocale } from '#/shared/format/use-locale.ts';
import type { PhotoAction } from '#/shared/photo-actions/photo-action.ts';
import type { GridEngine } from '../grid/grid-engine.ts';
import type { GridSection } from '../grid/grid-section.ts';
import { DateScrubber } from '../scrubber/date-scrubber.tsx';
import { FastScrollHandle } from '../scrubber/fast-scroll-handle.tsx';
import { SortControl } from '../sort/sort-control.tsx';
import { PhotoView } from '../view/photo-view.tsx';
import { DeleteAllButton } from './delete-all-button.tsx';
import { EmptyTimeline } from './empty-timeline.tsx';
import { createMonthTitles, monthsOf, yearOfKey } from './months.ts';
import { openedMonths, openMonth, photosSort } from './preferences.ts';
import classes from './timeline.module.css';
import { TimelineFailure } from './timeline-failure.tsx';
import { timelineQuery } from './timeline-query.ts';
import { createTimelineSource } from './timeline-source.ts';

type Props = {
  /** Opens the import. */
  onAddPhotos: () => void;
  /** What can be done with selected photos. */
  actions: readonly PhotoAction[];
  /** Asks whether the whole library shall be deleted [TL-21]. */
  onDeleteAll: () => void;
};

/** The customer's photos by months. */
export function Timeline({ onAddPhotos, actions, onDeleteAll }: Props) {
  const sort = photosSort.use();
  const { data: map, error, isFetching, refetch } = useQuery(timelineQuery(sort.sortKey));

  function changeSort(next: Sort): void {
    photosSort.set(next);
    window.scrollTo({ top: 0 });
  }

  if (!map && error && !isFetching) return <TimelineFailure error={error} onRetry={() => void refetch()} />;
  if (map && countPhotos(map) === 0) return <EmptyTimeline onAddPhotos={onAddPhotos} />;
  const controls = (
    <>
      <DeleteAllButton onPress={onDeleteAll} />
      <SortControl sort={sort} onChange={changeSort} />
    </>
  );
  return <Months map={map} sort={sort} actions={actions} controls={controls} />;
}

type MonthsProps = {
  map: TimelineMap | undefined;
  sort: Sort;
  actions: readonly PhotoAction[];
  controls: ReactNode;
};

function Months({ map, sort, actions, controls }: MonthsProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const opened = openedMonths.use();
  const hasPreview = useFlag('PhotoManagementTimelineViewEnabled');
  const source = useMemo(() => createTimelineSource(sort), [sort]);
  const sections = useMemo(() => map && monthsOf(map, sort.sortOrder), [map, sort.sortOrder]);
  const titleOf = useMemo(() => createMonthTitles(locale, t('library.unknownDate')), [locale, t]);
  const drawScrubbers = useCallback(
    (engine: GridEngine, shown: readonly GridSection[]) => (
      <>
        <DateScrubber engine={engine} sections={shown} titleOf={titleOf} yearOf={yearOfKey} />
        <FastScrollHandle engine={engine} sections={shown} titleOf={titleOf} />
      </>
    ),
    [titleOf],
  );

  return (
    <div className={classes.timeline}>
      <PhotoView
        photos={{ view: 'timeline', source, sections, opened }}
        titleOf={titleOf}
        actions={actions}
        hrefOf={hasPreview ? previewOf : undefined}
        onOpen={openMonth}
        controls={controls}
      >
        {drawScrubbers}
      </PhotoView>
    </div>
  );
}

/** Address of a photo's preview [TL-22], gated as its route is [FLG-04]. */
const previewOf = ({ imageId }: Photo) => `/my-photos/photos/preview/${imageId}`;

function countPhotos(map: TimelineMap): number {
  return Object.values(map).reduce(
    (sum, months) => sum + Object.values(months).reduce((a, b) => a + b, 0),
    0,
  );
}
