import type { PhoneArrival } from '@keepsake/contracts/library/phone-arrivals';
import {
  createPhoneTransfer,
  endPhoneTransfer,
  getPhoneTransfer,
  PHONE_TRANSFER_LIFETIME_MS,
  PHONE_TRANSFER_RENEWAL_MS,
  type PhoneRefusal,
  renewPhoneTransfer,
  type TransferringPhone,
} from '@keepsake/contracts/library/phone-transfers';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import type { PushMessage } from '@keepsake/contracts/push';
import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Arrived, statusOf } from '#/features/library/upload-queue/index.ts';
import { isAbsent } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { randomUuid } from '#/shared/api/send-request.ts';
import { reportFailure } from '#/shared/error-reports.ts';
import { usePush } from '#/shared/push.ts';
import { listenTo } from '#/shared/signal.ts';

export type PhoneCode = ResponseOf<typeof createPhoneTransfer>;

/** Calls of the uploads service used by the displayed code. */
export const phoneTransferApi = {
  create: (albumId: string | undefined) =>
    call(createPhoneTransfer, { body: { albumId } }, { idempotencyKey: randomUuid() }),
  renew: (transferId: string) => call(renewPhoneTransfer, { params: { transferId } }),
  read: (transferId: string) => call(getPhoneTransfer, { params: { transferId } }),
  end: (transferId: string) => call(endPhoneTransfer, { params: { transferId } }),
};

export type PhoneTransferApi = typeof phoneTransferApi;

export type PhoneLinkState =
  | { status: 'none' | 'failed' }
  | { status: 'opening'; albumId: string | undefined }
  | ({
      status: 'ready';
      code: PhoneCode;
      /** The album to which photos are added as well. */
      albumId: string | undefined;
      /** Whether a phone has opened the page. */
      hasPhone: boolean;
    } & OnPhones);

/** Progress of the phones using a code. */
type OnPhones = {
  /** Photos they are still sending. */
  onPhone: number;
  /** Photos remaining on phones whose page is closed. */
  leftBehind: number;
  /** Combined state of all phones. */
  phase: 'sending' | 'finished' | 'closed';
};
const NO_PHONES: OnPhones = { onPhone: 0, leftBehind: 0, phase: 'sending' };

type Options = {
  api: PhoneTransferApi;
  /** Called with photos that arrived, each once while the code is displayed. */
  onArrived: (arrived: readonly Arrived[]) => void;
  /** Called with everything phones could not send with the displayed code. */
  onRefused: (refusals: readonly PhoneRefusal[]) => void;
};
type Change = Extract<PushMessage, { type: 'phone-transfer-changed' }>;

/** Manages the displayed code: creates, renews, replaces and ends it, and passes on what a phone sends with it. */
export function createPhoneLink(options: Options) {
  const { api } = options;
  const store = createStore<PhoneLinkState>(() => ({ status: 'none' }));
  const phones = followPhones(store, options);
  const { make, release } = createCodes(store, api, phones.reset);
  const catchUp = () => phones.catchUp().catch(reportMissed);
  /** Extends the code's lifetime; an expired one is replaced if it is displayed, otherwise given up. */
  async function renew(isShown = true): Promise<void> {
    const now = readyIn(store);
    if (!now) return;
    try {
      await api.renew(now.code.transferId);
      await phones.catchUp();
    } catch (error) {
      if (!isAbsent(error)) return reportFailure('RENEW_PHONE_TRANSFER', error);
      if (readyIn(store)?.code !== now.code) return;
      if (isShown) await make(now.albumId);
      else release();
    }
  }
  /** Ends the code immediately, after collecting what has arrived. */
  async function stop(): Promise<void> {
    const now = readyIn(store);
    if (now) await api.end(now.code.transferId).catch(reportNotEnded);
    if (now) await catchUp();
    release();
  }
  /** Shows a code for this album, or for the library alone: the current one if it matches, otherwise a new one. */
  async function open(albumId: string | undefined): Promise<void> {
    const state = store.getState();
    const isSame = 'albumId' in state && state.albumId === albumId;
    if (isSame) return state.status === 'ready' ? renew() : undefined;
    release();
    await make(albumId);
  }
  return { store, renew, catchUp, stop, open, release, receive: phones.receive };
}

/** An expired code is no failure: nothing comes with it any more, and it needs no end. */
const reportUnlessOver = (action: string) => (error: unknown) => {
  if (!isAbsent(error)) reportFailure(action, error);
};
const reportMissed = reportUnlessOver('FOLLOW_PHONE_TRANSFER');
const reportNotEnded = reportUnlessOver('END_PHONE_TRANSFER');

type PhoneLinkStore = StoreApi<PhoneLinkState>;

function readyIn(store: PhoneLinkStore) {
  const state = store.getState();
  return state.status === 'ready' ? state : null;
}

/** Creates and gives up codes. */
function createCodes(store: PhoneLinkStore, api: PhoneTransferApi, onRequested: () => void) {
  /** Counts requested codes: one that arrives after it was given up is ended immediately. */
  let requested = 0;
  function end(transferId: string): void {
    api.end(transferId).catch(reportNotEnded);
  }
  return {
    async make(albumId: string | undefined): Promise<void> {
      const own = ++requested;
      store.setState({ status: 'opening', albumId }, true);
      onRequested();
      try {
        const code = await api.create(albumId);
        if (own !== requested) return end(code.transferId);
        store.setState({ status: 'ready', code, albumId, hasPhone: false, ...NO_PHONES }, true);
      } catch (error) {
        reportFailure('CREATE_PHONE_TRANSFER', error);
        if (own === requested) store.setState({ status: 'failed' }, true);
      }
    },
    /** Gives up the code. One that a phone is using expires on its own. */
    release(): void {
      const now = readyIn(store);
      requested += 1;
      store.setState({ status: 'none' }, true);
      if (now && !now.hasPhone) end(now.code.transferId);
    },
  };
}

/** Passes on what phones send with the displayed code, and counts what they are still sending. */
function followPhones(store: PhoneLinkStore, { api, onArrived, onRefused }: Options) {
  let seen = new Set<string>();
  let phones: readonly TransferringPhone[] = [];
  function take(arrivals: readonly PhoneArrival[]): void {
    const fresh = arrivals.filter(({ uploadId }) => !seen.has(uploadId));
    for (const { uploadId } of fresh) seen.add(uploadId);
    if (fresh.length > 0) onArrived(fresh.map(arrivedOf));
    const now = readyIn(store);
    if (now) store.setState({ ...now, ...countOnPhones(phones, seen.size) }, true);
  }
  function markConnected(): void {
    const now = readyIn(store);
    if (now && !now.hasPhone) store.setState({ ...now, hasPhone: true }, true);
  }
  /** Requests arrivals and reports, because push messages are lost while the socket is closed. */
  async function catchUp(): Promise<void> {
    const now = readyIn(store);
    if (!now) return;
    const read = await api.read(now.code.transferId);
    if (readyIn(store)?.code.transferId !== now.code.transferId) return;
    if (read.isOpened) markConnected();
    phones = read.phones;
    onRefused(phones.flatMap(({ refusals }) => refusals));
    take(read.arrivals);
  }
  return {
    catchUp,
    /** Handles a change pushed by the server. */
    receive({ data: { transferId, arrival } }: Change): void {
      if (readyIn(store)?.code.transferId !== transferId) return;
      markConnected();
      if (arrival) take([arrival]);
      else void catchUp().catch(reportMissed);
    },
    reset(): void {
      phones = [];
      seen = new Set();
    },
  };
}

type PhoneLink = ReturnType<typeof createPhoneLink>;

/** News of an arrival may come before or after the report that counts it. */
function countOnPhones(phones: readonly TransferringPhone[], arrived: number): OnPhones {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const picked = sum(phones.map((phone) => phone.picked));
  const missing = Math.max(0, picked - arrived);
  const closed = phones.filter(({ isOpen }) => !isOpen);
  const leftBehind = Math.min(missing, sum(closed.map((phone) => phone.picked - phone.sent)));
  const isClosed = phones.length > 0 && closed.length === phones.length;
  const isFinished = missing === 0 && picked > 0;
  const phase = isClosed ? 'closed' : isFinished ? 'finished' : 'sending';
  return { onPhone: missing - leftBehind, leftBehind, phase };
}

function arrivedOf({ uploadId, imageId, fileName, bytes, duplicate, restored }: PhoneArrival): Arrived {
  const status = statusOf({ isDuplicate: duplicate, isRestored: restored });
  return { uploadId, imageId, name: fileName, bytes, status };
}

/** Polling interval for missed push messages while a phone is sending, in milliseconds. */
const CATCH_UP_MS = 15_000;

/**
 * Keeps the code valid while the import is open or a phone is sending, and follows what arrives with it. Closing the import
 * gives up a code that no phone has used; one in use expires a while later, and photos sent until then are still listed.
 */
export function useLivePhoneLink(link: PhoneLink, isOpen: boolean): void {
  const state = useStore(link.store);
  const isReady = state.status === 'ready';
  const hasPhone = isReady && state.hasPhone;
  const isSending = isReady && state.onPhone > 0;
  const isLeft = isReady && state.leftBehind > 0;
  usePush('phone-transfer-changed', link.receive);
  useEffect(() => {
    if (!isOpen && !hasPhone) link.release();
  }, [isOpen, hasPhone, link]);
  useEffect(() => {
    if (isOpen || !hasPhone || isSending || isLeft) return;
    const timer = setTimeout(link.release, PHONE_TRANSFER_LIFETIME_MS);
    return () => clearTimeout(timer);
  }, [isOpen, hasPhone, isSending, isLeft, link]);

  const renew = useEffectEvent(() => void link.renew(isOpen));
  const isRenewed = isReady && (isOpen || isSending);
  useEffect(() => {
    if (!isRenewed) return;
    // Timers sleep with the computer: the code may have expired by the time it wakes.
    const renewWhenSeen = () => document.visibilityState === 'visible' && renew();
    const stop = listenTo(document, 'visibilitychange', renewWhenSeen);
    const timer = setInterval(() => renew(), PHONE_TRANSFER_RENEWAL_MS);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [isRenewed]);
  useEffect(() => {
    if (!hasPhone) return;
    const timer = setInterval(() => void link.catchUp(), CATCH_UP_MS);
    return () => clearInterval(timer);
  }, [hasPhone, link]);
}
