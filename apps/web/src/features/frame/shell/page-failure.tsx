import { Button } from '@mantine/core';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { reportFailure } from '#/shared/error-reports.ts';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';

/** How browsers and the bundler say that the code of a page did not arrive. */
const NOT_LOADED = /import(ed|ing)|preload/i;

/** Replaces a page that failed; the message depends on the status. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const status = error instanceof ApiProblem ? error.status : null;

  useEffect(() => {
    if (status === null) reportFailure('SHOW_PAGE', error);
  }, [error, status]);

  if (status === 404) return <NotFound />;
  const isNotLoaded = NOT_LOADED.test(String(error));
  const isUnreachable = status === 0 || isNotLoaded;
  return (
    <Page title={t('errors.title')}>
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

/** The router never asks again for code that did not arrive; a reload does, but without a server it would leave nothing. */
async function reloadWhenReachable(): Promise<void> {
  const answer = await fetch('/health/live').catch(() => null);
  if (answer?.ok) window.location.reload();
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
