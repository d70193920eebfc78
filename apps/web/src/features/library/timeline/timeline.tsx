import type { Sort } from '@keepsake/contracts';
import { useQuery } from '@tanstack/react-query';
import type { PhotoAction } from '#/shared/photo-actions/photo-action.ts';
import { SortControl } from '../sort/sort-control.tsx';
import { WelcomeBanner } from './banner/welcome-banner.tsx';
import { DeleteAllButton } from './delete-all-button.tsx';
import { EmptyTimeline } from './empty-timeline.tsx';
import { countMonths } from './months.ts';
import { MonthsView } from './months-view.tsx';
import { photosSort } from './preferences.ts';
import { TimelineFailure } from './timeline-failure.tsx';
import { timelineQuery } from './timeline-query.ts';

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
  const controls = (
    <>
      <DeleteAllButton onPress={onDeleteAll} />
      <SortControl sort={sort} onChange={changeSort} />
    </>
  );
  return (
    <>
      <WelcomeBanner />
      {map && countMonths(map) === 0 ? (
        <EmptyTimeline onAddPhotos={onAddPhotos} />
      ) : (
        <MonthsView view="timeline" map={map} sort={sort} actions={actions} controls={controls} />
      )}
    </>
  );
}
