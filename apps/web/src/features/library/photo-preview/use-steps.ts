import { useEffect, useEffectEvent, useState } from 'react';
import type { PreviewSequence } from './sequence/preview-sequence.ts';
import type { PreviewAddress } from './use-preview-address.ts';

/** Moves to a neighbour, as soon as it is loaded. */
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

/** Moves on to the replacement of a photo deleted or removed elsewhere, so that the address stays valid. */
export function useReplaceDeleted(
  { photo, isGone }: PreviewSequence,
  { shownId, show }: PreviewAddress,
): void {
  const replacement = isGone && photo?.imageId !== shownId ? photo?.imageId : undefined;
  const follow = useEffectEvent(show);
  useEffect(() => {
    if (replacement !== undefined) follow(replacement);
  }, [replacement]);
}
