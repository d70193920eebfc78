import { openPhoneTransfer } from '@keepsake/contracts/library/phone-transfers';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import { createStore } from 'zustand/vanilla';
import { hasCode, isUnauthenticated, isUnreached } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { reportFailure } from '#/shared/error-reports.ts';
import { serverNow } from '#/shared/server-time.ts';

type Opened = ResponseOf<typeof openPhoneTransfer>;
type PhoneCodeState =
  | { status: 'opening' | 'missing' | 'expired' | 'hidden' | 'unreachable' }
  | { status: 'ready'; target: Opened['target'] };

/** Minimum delay before the code is checked again, since the desktop may have renewed it. In milliseconds. */
const LEAST_WAIT_MS = 30_000;

type Options = {
  /** The token in the page's address; empty if there is none. */
  token: () => string;
  /** Called when a code is valid, once per code. */
  onOpened: (transferId: string) => void;
};

/** The code the page was opened with, and whether it is still valid. */
export function createPhoneCode({ token, onOpened }: Options) {
  const store = createStore<PhoneCodeState>(() => ({ status: token() ? 'opening' : 'missing' }));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let openedId = '';

  const show = (state: PhoneCodeState) => store.setState(state, true);
  function expire() {
    clearTimeout(timer);
    show({ status: 'expired' });
  }
  async function check() {
    if (!token()) return show({ status: 'missing' });
    try {
      const { transferId, expiresAt, target } = await call(openPhoneTransfer, {});
      clearTimeout(timer);
      timer = setTimeout(
        check,
        Math.max(LEAST_WAIT_MS, Date.parse(expiresAt) - serverNow().getTime() + 1_000),
      );
      show({ status: 'ready', target });
      if (openedId !== transferId) onOpened(transferId);
      openedId = transferId;
    } catch (error) {
      const status = statusAfter(error);
      if (status === 'expired') return expire();
      // Once the code is ready, the uploads report a lost network themselves.
      if (status !== 'unreachable' || store.getState().status !== 'ready') show({ status });
    }
  }
  return {
    store,
    expire,
    check,
    /** Shows 'opening' during every attempt. */
    async open(): Promise<void> {
      show({ status: 'opening' });
      await check();
    },
  };
}

function statusAfter(error: unknown) {
  if (isUnauthenticated(error)) return 'expired';
  if (hasCode(error, 'library-hidden')) return 'hidden';
  if (!isUnreached(error)) reportFailure('OPEN_PHONE_TRANSFER', error);
  return 'unreachable';
}
