import type { Photo } from '@keepsake/contracts/library/photos';
import type { PhotoFilter, Sort } from '@keepsake/contracts/platform/start-of-page';
import { usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, use, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DensityControl, type GridEngine, MarkedPhotos } from '#/features/library/photo-grid/index.ts';
import {
  countMonths,
  createMonthTitles,
  type GridSection,
  type LibraryMonths,
  monthsOf,
  type TitleOf,
} from '#/features/library/photo-store/index.ts';
import { PhotoView } from '#/features/library/photo-view/index.ts';
import { countsQuery } from '#/features/library/state/index.ts';
import { useFlag } from '#/shared/flags.tsx';
import { formatDayInSentence, useLocale } from '#/shared/format.ts';
import { useIsMobile } from '#/shared/layout.ts';
import { lazyPart } from '#/shared/lazy-part.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { HeartIcon, NotPrintedIcon } from '#/shared/ui/icons.tsx';
import { QuietButton } from '#/shared/ui/quiet-button.tsx';
import { whenIdle } from '#/shared/when-idle.ts';
import { SortControl } from '../sort-control.tsx';
import { openedMonths, openMonth } from './opened-months.ts';
import { timelineStartQuery } from './start-query.ts';
import classes from './timeline.module.css';
import {
  createTimelineSource,
  photosSort,
  searchOf,
  type TimelineView,
  useFilterBy,
  useRequestedDay,
  useTimelineView,
} from './timeline-source.ts';
import { WelcomeBanner } from './welcome-banner.tsx';

type DrawBar = ComponentProps<typeof PhotoView>['drawBar'];

type Props = {
  /** Opens the import. */
  onAddPhotos: () => void;
  drawBar: DrawBar;
  /** Beside the welcome banner. */
  notice?: ReactNode;
};

/** The customer's photos by month. */
export function Timeline({ onAddPhotos, drawBar, notice }: Props) {
  const shown = useTimelineView();
  const day = useRequestedDay();
  const filterBy = useFilterBy();
  const start = timelineStartQuery(shown, useQueryClient());
  // Requested while rendering: requests sent by effects would otherwise occupy the browser's few connections first.
  usePrefetchQuery(start);
  const { data: months, error, isFetching, refetch } = useQuery(start);

  const controls = <TimelineControls shown={shown} onSort={useChangeSort(day)} />;
  const isWaiting = !months && (!error || isFetching);
  return (
    <div className={classes.page} data-waiting={isWaiting || undefined}>
      <div className={classes.notices}>
        {notice}
        <WelcomeBanner />
      </div>
      {!months && !isWaiting ? (
        <TimelineFailure error={error as Error} onRetry={() => void refetch()} />
      ) : months && countMonths(months.map) === 0 ? (
        <EmptyTimeline onAddPhotos={onAddPhotos} onShowAll={shown.filter && (() => filterBy(undefined))} />
      ) : (
        <MonthsView
          view="timeline"
          day={day}
          months={months}
          shown={shown}
          drawBar={drawBar}
          controls={controls}
        />
      )}
    </div>
  );
}

/** Sorts the photos, which leaves the requested day. */
function useChangeSort(day: string | undefined): (next: Sort) => void {
  const navigate = useNavigate();
  return (next) => {
    photosSort.set(next);
    if (day)
      void navigate({ to: '.', search: (before: object) => ({ ...before, day: undefined }), replace: true });
    window.scrollTo({ top: 0 });
  };
}

const ScrollToDay = lazyPart(() => import('./scroll-to-day.tsx'));
const Scrubbers = lazyPart(() => whenIdle(() => import('./date-scrubber.tsx')));

type MonthsProps = {
  /** 'timeline', or identifies the purpose of picking photos. */
  view: string;
  months: LibraryMonths | undefined;
  /** Scrolls to the photos of this day, and marks them. */
  day?: string | undefined;
  /** Must be stable while nothing changes. */
  shown: TimelineView;
  drawBar: DrawBar;
  controls: ReactNode;
  /** Only for picking photos. */
  picking?: ComponentProps<typeof PhotoView>['picking'];
};

/** The library by month, with its scrubbers. */
export function MonthsView({ view, months, day, shown, drawBar, controls, picking }: MonthsProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const opened = openedMonths.use();
  const hasPreview = useFlag('PhotoManagementTimelineViewEnabled') && !picking;
  const source = useMemo(() => createTimelineSource(shown), [shown]);
  const sections = useMemo(() => months && monthsOf(months, shown.sortOrder), [months, shown.sortOrder]);
  const previewOf = useCallback(
    ({ imageId }: Photo) => `/my-photos/photos/preview/${imageId}${searchOf(shown)}`,
    [shown],
  );
  const titleOf = useMemo(() => createMonthTitles(locale, t('library.unknownDate')), [locale, t]);
  const drawScrubbers = useScrubbers({ titleOf, day, sortOrder: shown.sortOrder });

  return (
    <div className={classes.timeline}>
      <MarkedPhotos value={useMarks(day)}>
        <PhotoView
          photos={{ view, source, sections, opened }}
          titleOf={titleOf}
          drawBar={drawBar}
          // Gated like its route [TL-22, FLG-04].
          hrefOf={hasPreview ? previewOf : undefined}
          onOpen={openMonth}
          controls={controls}
          picking={picking}
        >
          {drawScrubbers}
        </PhotoView>
      </MarkedPhotos>
    </div>
  );
}

type OfMonths = Pick<MonthsProps, 'day'> & Pick<Sort, 'sortOrder'> & { titleOf: TitleOf };

/** What follows the scrolling of the months. */
function useScrubbers({ titleOf, day, sortOrder }: OfMonths) {
  return useCallback(
    (engine: GridEngine, drawn: readonly GridSection[]) => (
      <>
        {day && <ScrollToDay key={day} engine={engine} sections={drawn} day={day} sortOrder={sortOrder} />}
        <Scrubbers engine={engine} sections={drawn} titleOf={titleOf} />
      </>
    ),
    [titleOf, day, sortOrder],
  );
}

/** Writes a day on its photos. Without one, the marks of the page around them stay. */
function useMarks(day: string | undefined) {
  const locale = useLocale();
  const around = use(MarkedPhotos);
  return useMemo(() => {
    if (!day) return around;
    const labelOf = (photo: Photo) => (isTakenOn(photo, day) ? formatDayInSentence(day, locale) : undefined);
    return { labelOf, kind: 'noted' } as const;
  }, [day, locale, around]);
}

const isTakenOn = ({ dateTaken, datePrecision = 'day' }: Photo, day: string) =>
  datePrecision === 'day' && dateTaken?.startsWith(day) === true;

type ControlsProps = { shown: TimelineView; onSort: (sort: Sort) => void };

/** Filter, density and sort. On phones, density and the inactive filter move to the tools. */
function TimelineControls({ shown: { filter, ...sort }, onSort }: ControlsProps) {
  const isMobile = useIsMobile();
  return (
    <>
      {(filter || !isMobile) && <FilterButtons />}
      {!isMobile && <DensityControl />}
      <SortControl sort={sort} onChange={onSort} />
    </>
  );
}

/** Shows favourites alone, or hides printed photos, or both; absent for customers who have nothing to filter. */
export function FilterButtons() {
  const { t } = useTranslation();
  const { filter } = useTimelineView();
  const filterBy = useFilterBy();
  const { data: counts } = useQuery(countsQuery);
  const favourites = filter !== undefined && filter !== 'notPrinted';
  const notPrinted = filter !== undefined && filter !== 'favourites';
  return (
    <>
      {(favourites || counts?.hasFavourites) && (
        <QuietButton
          icon={<HeartIcon />}
          label={t('library.favourites')}
          onPress={() => filterBy(filterOf(!favourites, notPrinted))}
          isPressed={favourites}
        />
      )}
      {(notPrinted || counts?.hasOrdered) && (
        <QuietButton
          icon={<NotPrintedIcon />}
          label={t('library.notPrinted')}
          onPress={() => filterBy(filterOf(favourites, !notPrinted))}
          isPressed={notPrinted}
        />
      )}
    </>
  );
}

const filterOf = (favourites: boolean, notPrinted: boolean): PhotoFilter | undefined =>
  favourites ? (notPrinted ? 'favouritesNotPrinted' : 'favourites') : notPrinted ? 'notPrinted' : undefined;

/** A picker, as the timeline, is rarely empty. */
export const EmptyTimeline = lazyPart(() => import('./empty-timeline.tsx'));

/** The months could not be loaded [TL-03]. */
export function TimelineFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation();
  return <ErrorState error={error} message={t('library.loadFailed')} onRetry={onRetry} />;
}
