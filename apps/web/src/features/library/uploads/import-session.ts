import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import {
  createImportRunner,
  createResumeMemory,
  EMPTY_QUEUE,
  type ImportItem,
  type ImportQueue,
  isPending,
  isSaved,
  type Summary,
  summarize,
} from '#/features/library/upload-queue/index.ts';
import { makeStale, PHOTO_TAGS } from '#/shared/api/query-tags.ts';
import { reportFailure } from '#/shared/error-reports.ts';
import { type Session, useCustomer, useSession } from '#/shared/session.ts';
import { deviceStorage } from '#/shared/surviving-storage.ts';
import { createCustomerTransport, hashFile } from './customer-transport.ts';
import { createPhoneLink, phoneTransferApi } from './phone-link.ts';
import { keepUnfinishedUploads } from './unfinished-uploads.ts';

export type ImportSession = ReturnType<typeof startSession>;
let current: ImportSession | undefined;

/** The page's only import, started on first use. It lives outside React, so that it continues across navigation. */
export function useImportSession(): ImportSession {
  const session = useSession();
  const { sub: subject } = useCustomer();
  const queryClient = useQueryClient();
  current ??= startSession({ subject, session, queryClient });
  return current;
}

type Surroundings = { subject: string; session: Session; queryClient: QueryClient };

function startSession({ subject, session, queryClient }: Surroundings) {
  const store = createStore<ImportQueue>(() => EMPTY_QUEUE);
  const runner = createImportRunner({
    store,
    transport: createCustomerTransport(createResumeMemory(subject, deviceStorage)),
    hash: hashFile,
    onSaved: createRefresh(queryClient),
    onUnexpected: (error) => reportFailure('UPLOAD_PHOTO', error),
  });
  /** The code with which a phone sends photos to this import. */
  const phoneLink = createPhoneLink({
    api: phoneTransferApi,
    onArrived: runner.receive,
    onRefused: runner.receiveRefusals,
  });
  window.addEventListener('online', () => runner.gate.reopen());
  window.addEventListener('offline', () => runner.gate.lose());
  session.onToken(() => runner.gate.reopen());
  askBeforeLeaving(() => summarize(store.getState().items).pending > 0);
  void keepUnfinishedUploads({ subject, store, runner });
  return { store, runner, phoneLink };
}

/** Leaving the page ends uploads, so the browser asks for confirmation. */
function askBeforeLeaving(isBusy: () => boolean): void {
  window.addEventListener('beforeunload', (event) => {
    if (isBusy()) event.preventDefault();
  });
}

/** Minimum interval between refreshes of counts and months while photos arrive, in milliseconds. */
const REFRESH_MS = 1_000;

/**
 * Returns a function to call after each saved photo: it refreshes everything that shows photos, soon but not too often [TL-41].
 */
export function createRefresh(client: QueryClient): () => void {
  let isScheduled = false;
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(() => {
      isScheduled = false;
      void makeStale(client, PHOTO_TAGS);
    }, REFRESH_MS);
  };
}

/** An album to which photos are added as well. */
export type TargetAlbum = { albumId: string; name: string };

type ImportValue = ImportSession & {
  /** The album to which picked photos are added as well. */
  album?: TargetAlbum;
  /** The highest id among the items that were already listed when the dialog was opened. */
  listedBefore: number;
  /** Closes the dialog; uploads continue. */
  close: () => void;
};

export const ImportContext = createContext<ImportValue | null>(null);

export function useImport(): ImportValue {
  const found = use(ImportContext);
  if (!found) throw new Error('There is no import around this component');
  return found;
}

export function useImportQueue(): ImportQueue {
  return useStore(useImport().store);
}

/** Summary of what the dialog still adds: items added since it was opened, and earlier ones still on their way. */
export function useAdded(): Summary {
  const { listedBefore } = useImport();
  return summarize(addedOf(useImportQueue().items, listedBefore));
}

export function addedOf(items: readonly ImportItem[], listedBefore: number): readonly ImportItem[] {
  return items.filter((item) => item.id > listedBefore || isPending(item));
}

/** Says how many of these items went into the album of the import; null without an album, or if something went elsewhere. */
export function useAddedToAlbum(): (items: readonly ImportItem[]) => string | null {
  const { t } = useTranslation();
  const { album } = useImport();
  return (items) => {
    const there = items.filter(isSaved);
    if (!album || there.length === 0 || there.some(({ albumId }) => albumId !== album.albumId)) return null;
    return t('album.added', { count: there.length, name: album.name });
  };
}

/** Whether anything may still be added: photos on their way, or a phone with an open code. */
export function useIsRunning(): boolean {
  const hasCode = useStore(useImport().phoneLink.store, ({ status }) => status === 'ready');
  return useAdded().pending > 0 || hasCode;
}

/** How many photos phones are sending to this import, and how many remain on phones whose page is closed. */
export function useOnPhone(): { onPhone: number; leftBehind: number } {
  const { store } = useImport().phoneLink;
  const onPhone = useStore(store, (state) => (state.status === 'ready' ? state.onPhone : 0));
  const leftBehind = useStore(store, (state) => (state.status === 'ready' ? state.leftBehind : 0));
  return { onPhone, leftBehind };
}
