import { ACTIVATION_REFRESH_MS, importProgress } from '@keepsake/contracts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { usePush } from '#/shared/push/use-push.ts';
import { showToast } from '#/shared/ui/toasts/toast-store.ts';
import { useActivationState } from './activation-state.ts';

/**
 * Hears how an import goes. Ten seconds after its end the status is asked for again, and only then the progress is over
 * [ACT-08, ACT-09]; `isWaiting` tells whether that is still to come.
 */
export function useImportNews(refresh: () => Promise<unknown>): { isWaiting(): boolean } {
  const { t } = useTranslation();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  usePush('import-error', () => {
    showToast({ message: t('activation.stopped'), tone: 'failure' });
    useActivationState.setState({ isStarted: false });
    void refresh();
  });
  usePush('import-finished', ({ data }) => {
    const failed = importProgress.safeParse(data.payload).data?.failed ?? 0;
    if (failed > 0) showToast({ message: t('activation.failed', { count: failed }), tone: 'failure' });
    clearTimeout(timer.current);
    timer.current = setTimeout(async () => {
      await refresh();
      timer.current = undefined;
      useActivationState.setState({ isStarted: false });
    }, ACTIVATION_REFRESH_MS);
  });
  return { isWaiting: () => timer.current !== undefined };
}
