import {
  createPhoneTransfer,
  endPhoneTransfer,
  getPhoneTransfer,
  PHONE_TRANSFER_RENEWAL_MS,
  type PhoneArrival,
  type PushMessage,
  type ResponseOf,
  renewPhoneTransfer,
} from '@keepsake/contracts';
import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { randomUuid } from '#/shared/api/send-request.ts';
import { usePush } from '#/shared/push.ts';
import type { Arrived } from '#/shared/uploads/import-runner.ts';

export type PhoneCode = ResponseOf<typeof createPhoneTransfer>;

/** What the code on the screen needs from the uploads service. */
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
  | {
      status: 'ready';
      code: PhoneCode;
      /** The album that photos also go into. */
      albumId: string | undefined;
      /** Whether a phone has opened the page. */
      hasPhone: boolean;
      /** How many photos it still has to send, as far as is known. */
      onPhone: number;
    };

type Options = {
  api: PhoneTransferApi;
  /** Called with photos that arrived, each once while the code is shown. */
  onArrived: (arrived: readonly Arrived[]) => void;
};
type Change = Extract<PushMessage, { type: 'phone-transfer-changed' }>;

/** The code on the screen: creates, renews, replaces and ends it, and passes on what a phone sends by it. */
export function createPhoneLink({ api, onArrived }: Options) {
  const store = createStore<PhoneLinkState>(() => ({ status: 'none' }));
  let seen = new Set<string>();
  let picked = 0;
  /** Counts requested codes: a code that arrives after it was given up is ended at once. */
  let asked = 0;
  const ready = () => {
    const state = store.getState();
    return state.status === 'ready' ? state : null;
  };

  function take(arrivals: readonly PhoneArrival[]) {
    const fresh = arrivals.filter(({ uploadId }) => !seen.has(uploadId));
    for (const { uploadId } of fresh) seen.add(uploadId);
    if (fresh.length > 0) onArrived(fresh.map(arrivedOf));
    const now = ready();
    const onPhone = Math.max(0, picked - seen.size);
    if (now && now.onPhone !== onPhone) store.setState({ ...now, onPhone }, true);
  }
  function markConnected() {
    const now = ready();
    if (now && !now.hasPhone) store.setState({ ...now, hasPhone: true }, true);
  }
  async function make(albumId: string | undefined) {
    asked += 1;
    const own = asked;
    store.setState({ status: 'opening', albumId }, true);
    picked = 0;
    try {
      const code = await api.create(albumId);
      if (own !== asked) return end(code.transferId);
      store.setState({ status: 'ready', code, albumId, hasPhone: false, onPhone: 0 }, true);
    } catch {
      if (own === asked) store.setState({ status: 'failed' }, true);
    }
  }
  function end(transferId: string) {
    api.end(transferId).catch(() => undefined);
  }
  /** Asks what arrived: pushes are lost while the socket is closed. */
  async function catchUp() {
    const now = ready();
    if (!now) return;
    const { arrivals, isOpened } = await api.read(now.code.transferId);
    if (ready()?.code.transferId !== now.code.transferId) return;
    if (isOpened) markConnected();
    take(arrivals);
  }
  async function renew() {
    const now = ready();
    if (!now) return;
    try {
      await api.renew(now.code.transferId);
      await catchUp();
    } catch (error) {
      const isOver = error instanceof ApiProblem && error.status === 404;
      if (isOver && ready() === now) await make(now.albumId);
    }
  }
  /** Gives up the code. A code that a phone is using expires by itself, unless it is to end at once. */
  function release({ atOnce = false } = {}) {
    const now = ready();
    asked += 1;
    store.setState({ status: 'none' }, true);
    if (now && (atOnce || !now.hasPhone)) end(now.code.transferId);
  }
  return {
    store,
    renew,
    catchUp: () => catchUp().catch(() => undefined),
    release,
    /** Shows a code for this album, or for the library alone: the current one if it fits, else a new one. */
    async open(albumId: string | undefined): Promise<void> {
      const now = ready();
      seen = new Set();
      if (now && now.albumId === albumId) return renew();
      const state = store.getState();
      if (state.status === 'opening' && state.albumId === albumId) return;
      release();
      await make(albumId);
    },
    /** Takes a change that the server pushes. */
    receive({ data: { transferId, arrival, ...told } }: Change): void {
      if (ready()?.code.transferId !== transferId) return;
      markConnected();
      picked = told.picked ?? picked;
      if (arrival) take([arrival]);
    },
  };
}

type PhoneLink = ReturnType<typeof createPhoneLink>;

function arrivedOf({ uploadId, imageId, fileName, bytes, duplicate }: PhoneArrival): Arrived {
  return { uploadId, imageId, name: fileName, bytes, status: duplicate ? 'known' : 'saved' };
}

/** Interval of asking for missed pushes while a phone sends, in milliseconds. */
const CATCH_UP_MS = 15_000;

/** Keeps the code valid and follows what arrives by it while the import is open. */
export function useLivePhoneLink(link: PhoneLink): void {
  const state = useStore(link.store);
  const isReady = state.status === 'ready';
  const hasPhone = isReady && state.hasPhone;
  usePush('phone-transfer-changed', link.receive);

  const renewWhenSeen = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void link.renew();
  });
  useEffect(() => {
    if (!isReady) return;
    // Timers sleep with the computer: the code may have expired by the time it wakes.
    document.addEventListener('visibilitychange', renewWhenSeen);
    const timer = setInterval(() => void link.renew(), PHONE_TRANSFER_RENEWAL_MS);
    return () => {
      document.removeEventListener('visibilitychange', renewWhenSeen);
      clearInterval(timer);
    };
  }, [isReady, link]);
  useEffect(() => {
    if (!hasPhone) return;
    const timer = setInterval(() => void link.catchUp(), CATCH_UP_MS);
    return () => clearInterval(timer);
  }, [hasPhone, link]);
}
