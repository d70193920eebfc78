import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { countMonths } from '#/features/library/photo-store/index.ts';
import type { PhotoAction } from '#/features/library/photo-view/index.ts';
import { timelineQuery } from '../queries.ts';
import { EmptyTimeline, MonthsView, TimelineFailure } from './timeline.tsx';
import { photosSort } from './timeline-source.ts';

type Props = {
  /** Identifies the purpose of picking; each has its own selection. */
  view: string;
  /** The action for the picked photos. */
  action: PhotoAction;
  onLeave: () => void;
  onAddPhotos: () => void;
};

/** The library, for picking photos. */
export function PhotoPicker({ view, action, onLeave, onAddPhotos }: Props) {
  const sort = photosSort.use();
  const shown = useMemo(() => ({ ...sort, filter: undefined }), [sort]);
  const { data: months, error, isFetching, refetch } = useQuery(timelineQuery(shown));
  if (!months && error && !isFetching)
    return <TimelineFailure error={error} onRetry={() => void refetch()} />;
  if (months && countMonths(months.map) === 0) return <EmptyTimeline onAddPhotos={onAddPhotos} />;
  return (
    <MonthsView
      view={view}
      months={months}
      shown={shown}
      actions={[action]}
      controls={null}
      onLeave={onLeave}
    />
  );
}
