import { Button } from '@mantine/core';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { retryDelay } from '#/shared/api/retry.ts';
import { reportFailure } from '#/shared/error-reports.ts';
import { useIsFramed } from '#/shared/layout.ts';
import { visitStorage } from '#/shared/surviving-storage.ts';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import { PlainFrame } from './shell.tsx';

/** Matches the errors by which browsers and the bundler report a chunk that failed to load. */
const NOT_LOADED = /import(ed|ing)|preload/i;

/** Replaces a failed page. Where no frame surrounds it, brings its own, whose logo leads back. */
export function PageFailure(props: ErrorComponentProps) {
  const failure = <Failure {...props} />;
  return useIsFramed() ? failure : <PlainFrame>{failure}</PlainFrame>;
}

/** Chooses the message by status. */
function Failure({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const status = error instanceof ApiProblem ? error.status : null;

  useEffect(() => {
    if (status === null) reportFailure('SHOW_PAGE', error);
  }, [error, status]);

  const isNotLoaded = NOT_LOADED.test(String(error));
  useReloadOnce(isNotLoaded ? `${window.location.pathname} ${error}` : null);

  if (status === 404) return <NotFound />;
  const isUnreachable = status === 0 || isNotLoaded;
  return (
    <Page title={t('errors.title')} isCentred>
      <ErrorState
        error={error}
        message={status === 403 ? t('errors.forbidden') : isUnreachable ? t('errors.offline') : undefined}
        onRetry={() => {
          if (isNotLoaded) return void reloadWhenReachable();
          reset();
          void router.invalidate();
        }}
      />
    </Page>
  );
}

/** The router never retries a failed chunk; reloading does, but without a server that would leave an empty page. */
async function reloadWhenReachable(): Promise<boolean> {
  const answer = await fetch('/health/live').catch(() => null);
  if (answer?.ok) window.location.reload();
  return answer?.ok === true;
}

/** Session storage key: the failure for which the page was last reloaded automatically. */
const RELOADED = 'reloadedFor';

/**
 * Reloads automatically once the server is reachable, because the network is back or the chunk belonged to an outdated release.
 * Only once per failure, and only if that can be noted, so that a chunk that never arrives causes no loop; and not while leaving
 * would require confirmation.
 */
function useReloadOnce(failure: string | null): void {
  useEffect(() => {
    if (failure === null || visitStorage.getItem(RELOADED) === failure) return;
    const stop = new AbortController();
    void reloadUntilReachable(failure, stop.signal);
    return () => stop.abort();
  }, [failure]);
}

async function reloadUntilReachable(failure: string, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    const mayLeave = window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    if (mayLeave && visitStorage.setItem(RELOADED, failure)) {
      if (await reloadWhenReachable()) return;
      visitStorage.removeItem(RELOADED);
    }
    await backOnlineOr(retryDelay(failures), signal);
  }
}

/** Waits for a time, or until the browser reports that it is online. */
function backOnlineOr(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  for (const [target, type] of [
    [window, 'online'],
    [signal, 'abort'],
  ] as const) {
    target.addEventListener(type, () => resolve(), { once: true });
  }
  return promise.finally(() => clearTimeout(timer));
}

/** An address without a page. */
export function NotFound() {
  const { t } = useTranslation();
  return (
    <Page title={t('errors.notFoundTitle')}>
      <EmptyState
        action={<Button renderRoot={(props) => <Link to="/" {...props} />}>{t('errors.toHome')}</Button>}
      >
        {t('errors.notFound')}
      </EmptyState>
    </Page>
  );
}
