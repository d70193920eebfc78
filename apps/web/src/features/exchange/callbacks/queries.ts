import {
  getCallbackArrivals,
  getCallbackSettings,
  getCallbacks,
  recoverCallbacks,
  replayCallback,
  testCallback,
} from '@keepsake/contracts/exchange/callbacks';
import { queryOptions } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { pagedQuery } from '#/shared/paged-list.tsx';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';

declare module '#/shared/api/query-tags.ts' {
  interface QueryTags {
    Callbacks: unknown;
  }
}

/** The customer's callback settings. */
export const callbackSettingsQuery = queryOptions({
  queryKey: ['Callbacks', 'settings'],
  meta: { action: 'LOAD_CALLBACK_SETTINGS' },
  queryFn: ({ signal }) => call(getCallbackSettings, {}, { signal }),
});

/** Callbacks sent, newest first. */
export const callbackLogQuery = pagedQuery({
  queryKey: ['Callbacks', 'log'],
  load: (cursor, signal) => call(getCallbacks, { query: { cursor } }, { signal }),
});

/** Callbacks received by the test receiver. */
export const arrivalsQuery = queryOptions({
  queryKey: ['Callbacks', 'arrivals'],
  meta: { action: 'LOAD_CALLBACK_ARRIVALS' },
  queryFn: ({ signal }) => call(getCallbackArrivals, {}, { signal }),
});

/** Sends a test, resends one callback, or resends all that failed since a given time. */
export function useSending() {
  const { t } = useTranslation();
  const notified = (message: string) => ({
    onSuccess: () => showToast({ message, tone: 'success' as const }),
    onError: () => showToast({ message: t('callbacks.notSent'), tone: 'failure' as const }),
  });
  const test = useMutation({
    mutationFn: (_: undefined, { idempotencyKey }) => call(testCallback, {}, { idempotencyKey }),
    meta: { action: 'TEST_CALLBACK', invalidates: ['Callbacks'] },
    ...notified(t('callbacks.testSent')),
  });
  const replay = useMutation({
    mutationFn: (callbackId: string) => call(replayCallback, { params: { callbackId } }),
    meta: { action: 'REPLAY_CALLBACK', invalidates: ['Callbacks'] },
    ...notified(t('callbacks.replayed')),
  });
  const recover = useMutation({
    mutationFn: (since: string) => call(recoverCallbacks, { body: { since } }),
    meta: { action: 'RECOVER_CALLBACKS', invalidates: ['Callbacks'] },
    onSuccess: ({ count }) => showToast({ message: t('callbacks.recovered', { count }), tone: 'success' }),
    onError: () => showToast({ message: t('callbacks.notSent'), tone: 'failure' }),
  });
  return { test, replay, recover };
}
