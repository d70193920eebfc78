import { useTranslation } from 'react-i18next';
import { showToast } from '#/shared/ui/toasts.tsx';
import { summarize } from '#/shared/uploads/queue/summarize.ts';
import { useImportQueue, useImportRunner, usePhoneLink } from '../import-context.ts';
import { closeImport } from '../import-opener.ts';

/** What Cancel does: it stops what is not saved yet, here and on the phone. Photos that are saved by then stay, and that is said. */
export function useCancelImport(): () => void {
  const { t } = useTranslation();
  const runner = useImportRunner();
  const phoneLink = usePhoneLink();
  const { saved } = summarize(useImportQueue().items);
  return () => {
    closeImport();
    phoneLink.release({ atOnce: true });
    runner.cancel();
    runner.clear();
    if (saved > 0) showToast({ message: t('import.savedStay', { count: saved }) });
  };
}
