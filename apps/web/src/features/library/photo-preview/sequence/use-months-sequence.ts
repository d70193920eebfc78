import type { Photo } from '@keepsake/contracts/library/photos';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useIsMoved } from '#/features/library/dates/index.ts';
import { findLoadedPhoto, monthKeyOf, monthsOf } from '#/features/library/photo-store/index.ts';
import {
  createTimelineSource,
  photoQuery,
  type TimelineView,
  timelineQuery,
} from '#/features/library/photos/index.ts';
import { isGone } from '#/shared/api/api-problem.ts';
import type { PreviewSequence } from './preview-sequence.ts';
import { useSectionSequence } from './use-section-sequence.ts';

/** The library by month, using the pages that the timeline loads. */
export function useMonthsSequence(photoId: string, view: TimelineView): PreviewSequence {
  const client = useQueryClient();
  const source = useMemo(() => createTimelineSource(view), [view]);
  const months = useQuery(timelineQuery(view));
  const sections = useMemo(
    () => months.data && monthsOf(months.data, view.sortOrder),
    [months.data, view.sortOrder],
  );
  const existing = findLoadedPhoto(client, photoId)?.photo;
  // Once it was in the list, the list tells what became of it: gone, it gives way to the next one.
  const [listed, setListed] = useState<Photo>();
  if (existing && listed !== existing) setListed(existing);
  const isListed = existing !== undefined || listed?.imageId === photoId;
  // Unless it got another date: then it is in another month, which may not be loaded.
  const isMoved = useIsMoved(photoId);
  const requested = useQuery({ ...photoQuery(photoId, existing), enabled: !isListed || isMoved });
  const last = existing ?? (listed?.imageId === photoId ? listed : undefined);
  const early = isMoved ? (requested.data ?? last) : (existing ?? requested.data);
  const sequence = useSectionSequence({
    photoId,
    view: 'timeline',
    source,
    sections,
    early,
    sectionKey: early && monthKeyOf(early.dateTaken),
  });

  const error = months.error ?? requested.error;
  function retry() {
    if (months.error) void months.refetch();
    if (requested.error) void requested.refetch();
    sequence.retry();
  }
  const found = isMoved && !isGone(requested.error) ? withMoved(sequence, early) : sequence;
  return { ...found, status: statusOf(found, error), error, retry };
}

/** A photo that left its month is shown on its own until its new place is loaded. */
function withMoved(sequence: PreviewSequence, early: Photo | undefined): PreviewSequence {
  if (!early || sequence.photo?.imageId === early.imageId) return sequence;
  return {
    status: 'shown',
    photo: early,
    isGone: false,
    previous: undefined,
    next: undefined,
    beyond: [],
    nearby: [{ key: early.imageId, steps: 0, photo: early }],
    position: undefined,
    selectedIn: undefined,
    error: undefined,
    retry: sequence.retry,
  };
}

/** If the list fails to load, a known photo is shown on its own. */
function statusOf({ status }: PreviewSequence, error: unknown): PreviewSequence['status'] {
  if (status !== 'loading' || !error) return status;
  return isGone(error) ? 'missing' : 'failed';
}
