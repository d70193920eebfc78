import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLibraryHidden } from '#/shared/api/api-problem.ts';
import { showToast } from '#/shared/ui/toasts.tsx';
import { rememberViewed } from '../view/return-to-viewed.tsx';
import type { PreviewSequence } from './sequence/preview-sequence.ts';

export type PreviewAddress = {
  /** The photo asked for; a list shows another one once it is gone. */
  shownId: string;
  show: (photoId: string) => void;
  close: () => void;
};

type Options = {
  /** The photo of the address. */
  photoId: string;
  hrefOf: (photoId: string) => string;
  /** The list that the preview belongs to. */
  listHref: string;
};

/** How long the address may lag behind the photo; browsers refuse to change it too often. */
const ADDRESS_MS = 150;

/**
 * The shown photo and its address. The photo changes at once, its address follows: it is replaced, with its query
 * kept [PRV-26], so that Back leads to the list from every photo.
 */
export function usePreviewAddress({ photoId, hrefOf, listHref }: Options): PreviewAddress {
  const router = useRouter();
  const navigate = useNavigate();
  const isListBehind = useIsListBehind(listHref);
  const [shownId, setShownId] = useState(photoId);
  const addressed = useRef(photoId);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    // Another address than the one written here was opened.
    if (photoId !== addressed.current) setShownId(photoId);
    addressed.current = photoId;
  }, [photoId]);

  function show(nextId: string): void {
    setShownId(nextId);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      addressed.current = nextId;
      const href = `${hrefOf(nextId)}${router.state.location.searchStr}`;
      void navigate({ href, replace: true, state: (before) => ({ ...before, isListBehind }) });
    }, ADDRESS_MS);
  }

  /** Back to the list at its place: by the history where the list is behind, else by its address. */
  function close(): void {
    clearTimeout(timer.current);
    if (isListBehind) router.history.back();
    else void navigate({ href: `${listHref}${router.state.location.searchStr}`, replace: true });
  }

  return { shownId, show, close };
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry before this one is the list that this preview was opened from. */
    isListBehind?: boolean | undefined;
  }
}

/** Whether the customer came from the list; remembered with the entry, so that it outlives a reload. */
function useIsListBehind(listHref: string): boolean {
  const router = useRouter();
  const [isBehind] = useState(() => {
    const { location, resolvedLocation } = router.state;
    return location.state.isListBehind === true || resolvedLocation?.pathname === listHref;
  });
  useEffect(() => {
    const { state } = window.history;
    if (isBehind && !state?.isListBehind) {
      // Past the router: for it nothing happened.
      History.prototype.replaceState.call(window.history, { ...state, isListBehind: true }, '');
    }
  }, [isBehind]);
  return isBehind;
}

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

/** The list shows and focuses the photo that was looked at last, once the customer is back. */
export function useRememberViewed(view: string, photoId: string | undefined): void {
  useEffect(() => {
    if (photoId) rememberViewed(view, photoId);
  }, [view, photoId]);
}
