import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { rememberViewed } from '#/features/library/photo-view/index.ts';
import { useDebouncedAddress } from '#/features/library/stage/index.ts';
import { isLibraryHidden } from '#/shared/api/api-problem.ts';
import { showToast } from '#/shared/ui/toasts.tsx';
import { usePageBehind, useWayBack } from '#/shared/ui/way-back.ts';
import type { PreviewSequence } from './sequence/preview-sequence.ts';

export type PreviewAddress = {
  /** The requested photo, or its replacement once it is gone. */
  shownId: string;
  show: (photoId: string) => void;
  close: () => void;
};

type Options = {
  /** The photo in the address. */
  photoId: string;
  hrefOf: (photoId: string) => string;
  /** Address of the list the preview belongs to. */
  listHref: string;
};

/**
 * The current photo and its address. The photo changes immediately and the address follows; it replaces the history entry and
 * keeps its query [PRV-26], so that Back leads to the list from every photo.
 */
export function usePreviewAddress({ photoId, hrefOf, listHref }: Options): PreviewAddress {
  const router = useRouter();
  const navigate = useNavigate();
  const behind = usePageBehind();
  const goBackTo = useWayBack();
  const { shown, show, stay } = useDebouncedAddress(photoId, (nextId) => {
    const href = `${hrefOf(nextId)}${router.state.location.searchStr}`;
    void navigate({ href, replace: true, state: (before) => ({ ...before, behind }) });
  });

  /** Returns to the list: through the history if it is the previous entry, which keeps its scroll position. */
  function close(): void {
    stay();
    void goBackTo(`${listHref}${router.state.location.searchStr}`);
  }

  return { shownId: shown, show, close };
}

type Exits = { missing: string; empty: string };

type State = Pick<PreviewSequence, 'status' | 'error'>;

/**
 * Leaves a preview with nothing to show: an empty list [PRV-23], a photo missing from it [PRV-24], or a hidden library, which
 * the photo page explains.
 */
export function usePreviewExits({ status, error }: State, { missing, empty }: Exits): void {
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

/** Lets the list show and focus the last viewed photo when the customer returns. */
export function useRememberViewed(view: string, photoId: string | undefined): void {
  useEffect(() => {
    if (photoId) rememberViewed(view, photoId);
  }, [view, photoId]);
}
