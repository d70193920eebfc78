import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { leaveTopmost } from '#/shared/ui/layers.ts';

/**
 * Back leaves what lies over a page, then ends a mode such as selecting, and only then leaves the page. It leaves at once where
 * the browser has nothing of ours to go back to, because no script is asked.
 */
export default function LayersBeforeBack(): null {
  const { history } = useRouter();
  useEffect(
    () =>
      history.block({
        blockerFn: ({ action }) => action === 'BACK' && leaveTopmost('back'),
        enableBeforeUnload: false,
      }),
    [history],
  );
  return null;
}
