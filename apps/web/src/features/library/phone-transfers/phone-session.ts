import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  createImportRunner,
  createResumeMemory,
  EMPTY_QUEUE,
  type ImportQueue,
  isPending,
  summarize,
} from '#/features/library/upload-queue/index.ts';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { connectApi } from '#/shared/api/call.ts';
import { reportFailure } from '#/shared/error-reports.ts';
import { createKeepAwake } from '#/shared/keep-awake.ts';
import { deviceStorage } from '#/shared/surviving-storage.ts';
import { createPhoneCode } from './phone-code.ts';
import { createPhoneReports } from './phone-reports.ts';
import { createPhoneFiles, createSentCount, type PhoneFiles } from './phone-storage.ts';
import { createPhoneTransport } from './phone-transport.ts';
import { watchPage } from './watch-page.ts';

const tokenInAddress = () => window.location.hash.slice(1);

/** The phone's side of a transfer: one per page, created outside React. */
export function startPhoneSession(services: Record<string, string>) {
  const store: QueueStore = createStore(() => EMPTY_QUEUE);
  /** Photos sent by this phone with this code before the page was reloaded. */
  const sentBefore = createStore(() => ({ count: 0 }));
  const sent = createSentCount(deviceStorage);
  const code = createPhoneCode({ token: tokenInAddress, onOpened: (id) => void resume(id) });
  const accessToken = async () => {
    // Pending files keep asking for a token; fails early once it has expired.
    if (code.store.getState().status === 'expired') throw expiredProblem();
    return tokenInAddress();
  };
  connectApi({ services, accessToken, renewAccess: async () => false });
  const runner = createRunner(store, code.expire);
  const reports = createPhoneReports({
    items: () => store.getState().items,
    awaited: runner.shownPhotos.awaited,
    onKnown: runner.shownPhotos.note,
    onExpired: code.expire,
  });
  const picks = createPicks(store, runner);
  /** Called when a code is valid: continues with files left unsent before a reload. */
  async function resume(transferId: string) {
    const before = sent.begin(transferId);
    sentBefore.setState({ count: before.sent });
    await picks.resume(transferId);
    reports.begin(before.phoneId, before.sent);
    runner.gate.reopen();
  }
  store.subscribe(({ items }) => {
    sent.note(sentBefore.getState().count + summarize(items).saved);
    reports.note();
  });
  followPage({ store, runner, code, reports });
  void code.open();
  return { store, sentBefore, runner, code, add: picks.add };
}

type QueueStore = StoreApi<ImportQueue>;
type Runner = ReturnType<typeof createImportRunner>;

function createRunner(store: QueueStore, onExpired: () => void): Runner {
  return createImportRunner({
    store,
    transport: createPhoneTransport({ memory: createResumeMemory('phone', deviceStorage), onExpired }),
    // A phone must not learn what the library contains.
    hash: async () => null,
    onUnexpected: (error) => reportFailure('UPLOAD_FROM_PHONE', error),
  });
}

/** Picked files, stored in the browser until they are sent. */
function createPicks(store: QueueStore, runner: Runner) {
  let stored: PhoneFiles | undefined;
  const isWaiting = (id: number) => store.getState().items.some((item) => item.id === id && isPending(item));
  function add(files: readonly File[]) {
    for (const [at, id] of runner.add(files).entries()) {
      const file = files[at];
      // A rejected file is not kept, since it would reappear after every reload.
      if (file && isWaiting(id)) stored?.keep(id, file);
    }
  }
  dropSent(store, (id) => stored?.drop(id));
  return {
    add,
    async resume(transferId: string): Promise<void> {
      stored = createPhoneFiles(transferId);
      const left = await stored.takeAll();
      if (left.length > 0 && store.getState().items.length === 0) add(left);
    },
  };
}

type Followers = Pick<PhoneSession, 'store' | 'runner' | 'code'> & {
  reports: ReturnType<typeof createPhoneReports>;
};

/** Reacts to the phone sleeping and waking, and to the page being left. */
function followPage({ store, runner, code, reports }: Followers): void {
  const isBusy = () => store.getState().items.some(isPending);
  const keepAwake = createKeepAwake();
  store.subscribe(() => keepAwake(isBusy()));
  watchPage({
    onWake() {
      // Requests from before the phone slept may hang for minutes: restarts them from the bytes that arrived.
      runner.gate.lose();
      runner.gate.reopen();
      void code.check();
      reports.note();
    },
    onOffline: runner.gate.lose,
    onClose: reports.close,
  });
  window.addEventListener('hashchange', () => void code.open());
  window.addEventListener('beforeunload', (event) => isBusy() && event.preventDefault());
}

export type PhoneSession = ReturnType<typeof startPhoneSession>;

function expiredProblem(): ApiProblem {
  return new ApiProblem({
    status: 401,
    code: 'unauthenticated',
    url: '',
    correlationId: '',
    endpoint: 'phone',
  });
}

/** Deletes the stored copies of files that have been sent, or never will be. */
function dropSent(store: QueueStore, drop: (id: number) => void) {
  const dropped = new Set<number>();
  store.subscribe(({ items }) => {
    for (const item of items) {
      const isOver = item.status === 'saved' || item.status === 'refused';
      if (!isOver || dropped.has(item.id)) continue;
      dropped.add(item.id);
      drop(item.id);
    }
  });
}
