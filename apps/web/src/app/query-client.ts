import { TOAST_MS } from '@keepsake/contracts/platform/limits';
import {
  hashKey,
  MutationCache,
  onlineManager,
  type Query,
  QueryCache,
  QueryClient,
} from '@tanstack/react-query';
import i18next from 'i18next';
import {
  isAbsent,
  isAccountDeleted,
  isSecondFactorRequired,
  isTemporaryProblem,
  isUnauthenticated,
  isUnreached,
} from '#/shared/api/api-problem.ts';
import { actionOfTag, makeStale } from '#/shared/api/query-tags.ts';
import { RETRIES } from '#/shared/api/retry.ts';
import { customerQuery } from '#/shared/customer-query.ts';
import { reportFailure } from '#/shared/error-reports.ts';
import { closeToast, showToast } from '#/shared/ui/toasts.tsx';

/** Answers younger than this are not requested again, in milliseconds. */
const FRESH_MS = 30_000;

/** Whether the signed-in gate handles the error: a closed account, or a missing second factor. */
const isForGate = (error: unknown) => isAccountDeleted(error) || isSecondFactorRequired(error);

/** An ended session is not a failure, because the page offers sign-in; nor is what the gate handles. */
function isFailure(error: unknown): boolean {
  return !isUnauthenticated(error) && !isForGate(error);
}

const CUSTOMER_HASH = hashKey(customerQuery.queryKey);

/**
 * The cache of all answers. It does to them what a mutation declares (`meta.answers`, `removes` and `invalidates`) and reports
 * failures as `<action>_FAILED` (`meta.action`, for queries by default `actionOfTag`) [ERR-02]. A change that could not be sent
 * fails at once, with a word about the connection, and is only sent when the customer presses again.
 */
export function createQueryClient(): QueryClient {
  /** Reloads the customer, so that the gate notices. */
  const askWhoItIs = (error: unknown, failedHash?: string) => {
    if (isForGate(error) && failedHash !== CUSTOMER_HASH) void makeStale(client, [customerQuery.queryKey]);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        askWhoItIs(error, query.queryHash);
        if (query.meta?.mayBeAbsent && isAbsent(error)) return;
        if (isFailure(error)) reportFailure(query.meta?.action ?? actionOfTag(query.queryKey[0]), error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        askWhoItIs(error);
        if (isUnreached(error)) sayUnreached();
        if (isFailure(error)) reportFailure(mutation.meta?.action ?? 'CHANGE', error);
      },
      onSuccess: (answer, _variables, _context, { meta }) => {
        if (meta?.answers) client.setQueryData(meta.answers, answer);
      },
      onSettled: (_data, error, _variables, _context, { meta }) => {
        if (!error && meta?.removes) client.removeQueries({ queryKey: meta.removes });
        return makeStale(client, meta?.invalidates ?? []);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < RETRIES && isTemporaryProblem(error),
      },
      // By default, a change pressed offline would wait for the network and be sent when nobody expects it any more.
      mutations: { networkMode: 'always' },
    },
  });
  onlineManager.subscribe(followConnection);
  repeatOutdatedLoads(client);
  return client;
}

let connectionToast = 0;

/** One notice while the browser is offline. Beside it, style sheets leave out failures that heal by themselves. */
function followConnection(isOnline: boolean): void {
  document.documentElement.toggleAttribute('data-offline', !isOnline);
  if (isOnline) closeToast(connectionToast);
  else sayUnreached();
}

/**
 * Says that the browser is offline, until it is online again, or names the connection as the reason for a failure: in one toast,
 * however often something is pressed.
 */
function sayUnreached(): void {
  const isOnline = onlineManager.isOnline();
  closeToast(connectionToast);
  connectionToast = showToast({
    message: i18next.t(isOnline ? 'errors.offline' : 'errors.disconnected'),
    tone: isOnline ? 'failure' : 'neutral',
    durationMs: isOnline ? TOAST_MS : Number.POSITIVE_INFINITY,
  });
}

/**
 * Repeats first loads that became stale while running. TanStack Query lets such a load finish, although it may have been read
 * before the change; later loads it cancels.
 */
function repeatOutdatedLoads(client: QueryClient): void {
  const outdated = new WeakSet<Query>();
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    const isFirstLoad = query.state.data === undefined && query.state.fetchStatus === 'fetching';
    if (action.type === 'invalidate' && isFirstLoad) outdated.add(query);
    if (action.type === 'error') outdated.delete(query);
    if (action.type === 'success' && outdated.delete(query))
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  });
}
