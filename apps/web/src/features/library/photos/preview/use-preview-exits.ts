import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isLibraryHidden } from '#/shared/api/api-problem.ts';
import { showToast } from '#/shared/ui/toasts.tsx';
import type { PreviewSequence } from './sequence/preview-sequence.ts';

type Exits = { missing: string; empty: string };

type Standing = Pick<PreviewSequence, 'status' | 'error'>;

/**
 * Leaves a preview that has nothing to show: an empty list [PRV-23], a photo that is not in it [PRV-24], or a hidden
 * library, of which its page says more.
 */
export function usePreviewExits({ status, error }: Standing, { missing, empty }: Exits): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isHidden = status === 'failed' && isLibraryHidden(error);
  useEffect(() => {
    if (isHidden) void navigate({ to: '/my-photos/photos', replace: true });
    if (status === 'empty') void navigate({ href: empty, replace: true });
    if (status !== 'missing') return;
    showToast({ message: t('preview.notFound') });
    void navigate({ href: missing, replace: true });
  }, [status, isHidden, missing, empty, navigate, t]);
}
