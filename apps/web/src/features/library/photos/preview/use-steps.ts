import { useEffect, useState } from 'react';
import type { PreviewSequence } from './sequence/preview-sequence.ts';

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
