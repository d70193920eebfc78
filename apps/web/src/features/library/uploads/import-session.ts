import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { PHOTO_TAGS } from '#/shared/api/query-tags.ts';
import { reportFailure } from '#/shared/error-reports.ts';
import { type Session, useCustomer, useSession } from '#/shared/session.ts';
import { type ImportItem, isPending } from '#/shared/uploads/import-item.ts';
import { EMPTY_QUEUE, type ImportQueue } from '#/shared/uploads/import-queue.ts';
import { createImportRunner } from '#/shared/uploads/import-runner.ts';
import { type Summary, summarize } from '#/shared/uploads/import-summary.ts';
import { createResumeMemory } from '#/shared/uploads/resume-memory.ts';
import { createCustomerTransport, hashFile } from './customer-transport.ts';
import { createPhoneLink, phoneTransferApi } from './phone-link.ts';
import { keepUnfinishedUploads, takeUnfinishedUploads } from './unfinished-uploads.ts';

export type ImportSession = ReturnType<typeof startSession>;
let current: ImportSession | undefined;

/**
 * The one import of this page, started when it is first needed. It lives outside React, so that it goes on whatever is on
 * the screen.
 */
export function useImportSession(): ImportSession {
  const session = useSession();
  const { sub: customerId } = useCustomer();
  const queryClient = useQueryClient();
  current ??= startSession({ customerId, session, queryClient });
  return current;
}

type Surroundings = { customerId: string; session: Session; queryClient: QueryClient };

function startSession({ customerId, session, queryClient }: Surroundings) {
  const store = createStore<ImportQueue>(() => EMPTY_QUEUE);
  const runner = createImportRunner({
    store,
    transport: createCustomerTransport(createResumeMemory(customerId, window.localStorage)),
    hash: hashFile,
    onSaved: createRefresh(queryClient),
    onUnexpected: (error) => reportFailure('UPLOAD_PHOTO', error),
  });
  /** The code by which a phone sends photos to this import. */
  const phoneLink = createPhoneLink({
    api: phoneTransferApi,
    onArrived: runner.receive,
    onRefused: runner.receiveRefusals,
  });
  window.addEventListener('online', () => runner.gate.reopen());
  window.addEventListener('offline', () => runner.gate.lose());
  session.onToken(() => runner.gate.reopen());
  askBeforeLeaving(() => summarize(store.getState().items).pending > 0);
  void takeUnfinishedUploads(customerId).then((left) => {
    keepUnfinishedUploads({ customerId, store, fileOf: runner.fileOf });
    runner.restore(left);
  });
  return { store, runner, phoneLink };
}

/** Leaving the page ends the uploads, so the browser asks. */
function askBeforeLeaving(isBusy: () => boolean): void {
  window.addEventListener('beforeunload', (event) => {
    if (isBusy()) event.preventDefault();
  });
}

/** Shortest interval between refreshes of counts and months while photos come in, in milliseconds. */
const REFRESH_MS = 1_000;

/** Returns what to call after each saved photo: it refreshes what shows photos, soon and not too often [TL-41]. */
export function createRefresh(queryClient: Pick<QueryClient, 'invalidateQueries'>): () => void {
  let isScheduled = false;
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(() => {
      isScheduled = false;
      for (const tag of PHOTO_TAGS) void queryClient.invalidateQueries({ queryKey: [tag] });
    }, REFRESH_MS);
  };
}

/** An album that photos also go into. */
export type TargetAlbum = { albumId: string; name: string };

type ImportValue = ImportSession & {
  /** The album that picked photos also go into. */
  album?: TargetAlbum;
  /** What the list already had when the dialog was opened: the highest of its items' ids. */
  listedBefore: number;
  /** Closes the dialog; uploads go on. */
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

/** What the dialog still adds to the library: photos that it was not closed with before, and any that are on their way. */
export function useAdded(): Summary {
  const { listedBefore } = useImport();
  return summarize(addedOf(useImportQueue().items, listedBefore));
}

export function addedOf(items: readonly ImportItem[], listedBefore: number): readonly ImportItem[] {
  return items.filter((item) => item.id > listedBefore || isPending(item));
}

/** How many photos phones are sending to this import, and how many stay on phones whose page is closed. */
export function useOnPhone(): { onPhone: number; leftBehind: number } {
  const { store } = useImport().phoneLink;
  const onPhone = useStore(store, (state) => (state.status === 'ready' ? state.onPhone : 0));
  const leftBehind = useStore(store, (state) => (state.status === 'ready' ? state.leftBehind : 0));
  return { onPhone, leftBehind };
}
