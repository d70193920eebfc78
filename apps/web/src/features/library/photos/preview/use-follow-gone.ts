import { useEffect, useEffectEvent } from 'react';
import type { PreviewSequence } from './sequence/preview-sequence.ts';
import type { PreviewAddress } from './use-preview-address.ts';

/** Moves to the photo in the place of one that was deleted or taken out elsewhere, so that the address is not of nothing. */
export function useFollowGone({ photo, hasLeft }: PreviewSequence, { shownId, show }: PreviewAddress): void {
  const inItsPlace = hasLeft && photo?.imageId !== shownId ? photo?.imageId : undefined;
  const follow = useEffectEvent(show);
  useEffect(() => {
    if (inItsPlace !== undefined) follow(inItsPlace);
  }, [inItsPlace]);
}
