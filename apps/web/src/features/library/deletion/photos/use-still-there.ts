import { useEffect, useMemo, useState } from 'react';
import { usePush } from '#/shared/push/use-push.ts';

const NONE: ReadonlySet<string> = new Set();

/** Of photos that are asked about, those that have not been deleted elsewhere meanwhile. */
export function useStillThere(photoIds: readonly string[], isOpen: boolean): readonly string[] {
  const [gone, setGone] = useState(NONE);
  useEffect(() => {
    if (!isOpen) setGone(NONE);
  }, [isOpen]);
  usePush('photos-changed', ({ data }) => {
    if (isOpen && data.change === 'deleted') setGone((before) => new Set([...before, ...data.photoIds]));
  });
  return useMemo(
    () => (gone.size === 0 ? photoIds : photoIds.filter((id) => !gone.has(id))),
    [photoIds, gone],
  );
}
