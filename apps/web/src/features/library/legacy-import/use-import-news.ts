import { ACTIVATION_REFRESH_MS } from '@keepsake/contracts';
import { useEffect, useRef } from 'react';
import { usePush } from '#/shared/push/use-push.ts';
import { useActivationState } from './activation-state.ts';

/**
 * Hears how an import goes. Ten seconds after its end the status is asked for again, and only then the progress is over
 * [ACT-08, ACT-09]; `isWaiting` tells whether that is still to come. Whoever hears nothing has the watcher.
 */
export function useImportNews(refresh: () => Promise<unknown>): { isWaiting(): boolean } {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  usePush('import-error', () => {
    useActivationState.setState({ isStarted: false });
    void refresh();
  });
  usePush('import-finished', () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(async () => {
      await refresh();
      timer.current = undefined;
      useActivationState.setState({ isStarted: false });
    }, ACTIVATION_REFRESH_MS);
  });
  return { isWaiting: () => timer.current !== undefined };
}
