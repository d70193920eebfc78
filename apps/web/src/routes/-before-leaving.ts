import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { listenTo } from '#/shared/signal.ts';
import { leaveTopmost } from '#/shared/ui/layers.ts';

/**
 * Back leaves what lies over a page, then ends a mode such as selecting, and only then leaves the page. It leaves at once where
 * the browser has nothing of ours to go back to, because no script is asked.
 */
export default function BeforeLeaving(): null {
  const { history } = useRouter();
  useEffect(
    () =>
      history.block({
        blockerFn: ({ action }) => action === 'BACK' && leaveTopmost('back'),
        enableBeforeUnload: false,
      }),
    [history],
  );
  useEffect(refuseDrops, []);
  return null;
}

/** A file dropped where nothing accepts it would replace the app. */
function refuseDrops(): () => void {
  function refuse(event: DragEvent): void {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  }
  const stops = [listenTo(window, 'dragover', refuse), listenTo(window, 'drop', refuse)];
  return () => {
    for (const stop of stops) stop();
  };
}
