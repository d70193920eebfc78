import { useEffect, useEffectEvent, useState } from 'react';
import type { PreviewSequence } from './sequence/preview-sequence.ts';
import type { PreviewAddress } from './use-preview-address.ts';

/** Steps to a neighbour; to one that is not loaded yet as soon as it is. */
export function useSteps({ previous, next }: PreviewSequence, show: (photoId: string) => void) {
  const [awaited, setAwaited] = useState<1 | -1>();
  const neighbour = awaited === 1 ? next : awaited === -1 ? previous : undefined;

  useEffect(() => {
    if (awaited === undefined || neighbour === undefined) return;
    setAwaited(undefined);
    if (neighbour) show(neighbour.imageId);
  }, [awaited, neighbour, show]);

  return (direction: 1 | -1) => {
    const wanted = direction === 1 ? next : previous;
    setAwaited(wanted === undefined ? direction : undefined);
    if (wanted) show(wanted.imageId);
  };
}

/** Moves to the photo in the place of one that was deleted or taken out elsewhere, so that the address is not of nothing. */
export function useFollowGone({ photo, hasLeft }: PreviewSequence, { shownId, show }: PreviewAddress): void {
  const inItsPlace = hasLeft && photo?.imageId !== shownId ? photo?.imageId : undefined;
  const follow = useEffectEvent(show);
  useEffect(() => {
    if (inItsPlace !== undefined) follow(inItsPlace);
  }, [inItsPlace]);
}
