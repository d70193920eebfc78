import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { ViewSelection } from '#/features/library/photo-grid/index.ts';
import { countMonths } from '#/features/library/photo-store/index.ts';
import { type PhotoAction, SelectionBar } from '#/features/library/photo-view/index.ts';
import { useLayer, type WayOut } from '#/shared/ui/layers.ts';
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
      drawBar={(selected) => <SelectionBar {...selected} actions={[action]} />}
      controls={null}
      picking={(selection) => <Picking selection={selection} onLeave={onLeave} />}
    />
  );
}

type PickingProps = { selection: ViewSelection; onLeave: () => void };

/** Starts selecting immediately, and leaves when it ends. Back puts what was picked back before it leaves; Escape keeps it. */
function Picking({ selection: { selection, controller }, onLeave }: PickingProps) {
  const { isSelecting, count } = selection;
  const hasPicked = count > 0;
  const leave = (way: WayOut) => {
    if (!hasPicked) controller.end();
    else if (way === 'back') controller.clear();
  };
  useLayer(isSelecting, { kind: 'mode', onLeave: leave, isBackElsewhere: !hasPicked });
  const hasStarted = useRef(false);
  const follow = useEffectEvent(() => {
    if (isSelecting) hasStarted.current = true;
    else if (hasStarted.current) onLeave();
    else controller.begin();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever selecting starts or ends.
  useEffect(() => follow(), [isSelecting]);
  return null;
}
