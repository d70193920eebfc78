import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '#/shared/ui/toasts/toast-store.ts';
import type { PreviewSequence } from './sequence/preview-sequence.ts';

type Exits = { missing: string; empty: string };

/** Leaves a preview that has nothing to show: an empty list [PRV-23], or a photo that is not in it [PRV-24]. */
export function usePreviewExits(status: PreviewSequence['status'], { missing, empty }: Exits): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useEffect(() => {
    if (status === 'empty') void navigate({ href: empty, replace: true });
    if (status !== 'missing') return;
    showToast({ message: t('preview.notFound') });
    void navigate({ href: missing, replace: true });
  }, [status, missing, empty, navigate, t]);
}
