import type { Activation } from '@keepsake/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { showToast } from '#/shared/ui/toasts/toast-store.ts';

/** Tells how an import ended, and where those that could not be brought in are told by name. */
export function useTellResult(): (result: NonNullable<Activation['lastImport']>) => void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return ({ imported, failed }) => {
    if (failed === 0) return void showToast({ message: t('activation.finished', { count: imported }) });
    const run = () => void navigate({ to: '/my-photos/earlier-photos' });
    showToast({
      message: t('activation.failed', { count: failed }),
      tone: 'failure',
      action: { label: t('activation.which'), run },
    });
  };
}
