import type { PhotoFilter, Sort } from '@keepsake/contracts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { PhotoAction } from '#/shared/extension-points.ts';
import { WelcomeBanner } from './banner/welcome-banner.tsx';
import { EmptyTimeline } from './empty-timeline.tsx';
import { countMonths } from './months.ts';
import { MonthsView } from './months-view.tsx';
import { TimelineControls } from './timeline-controls.tsx';
import { TimelineFailure } from './timeline-failure.tsx';
import { timelineQuery } from './timeline-query.ts';
import { photosSort, useTimelineView } from './timeline-view.ts';

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
  const shown = useTimelineView();
  const navigate = useNavigate();
  const query = useQuery(timelineQuery(shown.sortKey, shown.filter));
  const { data: map, error, isFetching, refetch } = query;

  function changeSort(next: Sort): void {
    photosSort.set(next);
    window.scrollTo({ top: 0 });
  }
  function changeFilter(filter: PhotoFilter | undefined): void {
    const search = (before: object) => ({ ...before, filter });
    void navigate({ to: '.', search, replace: true });
    window.scrollTo({ top: 0 });
  }

  if (!map && error && !isFetching) return <TimelineFailure error={error} onRetry={() => void refetch()} />;
  const controls = (
    <TimelineControls shown={shown} onSort={changeSort} onFilter={changeFilter} onDeleteAll={onDeleteAll} />
  );
  return (
    <>
      <WelcomeBanner />
      {map && countMonths(map) === 0 ? (
        <EmptyTimeline
          onAddPhotos={onAddPhotos}
          onShowAll={shown.filter && (() => changeFilter(undefined))}
        />
      ) : (
        <MonthsView view="timeline" map={map} shown={shown} actions={actions} controls={controls} />
      )}
    </>
  );
}
