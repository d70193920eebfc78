import { Loader, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { MaybeAnotherAccount } from '#/shared/another-account.tsx';
import { isAbsent } from '#/shared/api/api-problem.ts';
import { BackLink } from '#/shared/ui/back-link.tsx';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { ErrorDrawing, ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import { NewExportLink } from './export-list.tsx';
import classes from './export-page.module.css';
import { exportQuery } from './queries.ts';
import { ReadyExportDetails } from './ready-export.tsx';

/** Downloads an export [RTE-09]. While it is not ready, the page redirects to the photos [EXP-18]. */
export function ExportPage({ exportId }: { exportId: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(exportQuery(exportId));
  if (data?.status === 'REQUESTED' || data?.status === 'IN_PROGRESS') {
    return <Navigate to="/my-photos/photos" replace />;
  }
  return (
    <Page title={t('export.pageTitle')} back={<BackLink to="/downloads" label={t('shell.downloads')} />}>
      {content()}
    </Page>
  );

  function content() {
    if (isAbsent(error)) return <ExportExpired />;
    if (data?.status === 'READY') return <ReadyExportDetails export={data} />;
    if (error) return <ExportFailure error={error} onRetry={() => void refetch()} />;
    return data ? <ExportFailure /> : <ExportLoading />;
  }
}

/** A spinner in the page's layout [EXP-13]. */
function ExportLoading() {
  const { t } = useTranslation();
  return (
    <div className={classes.ready}>
      <div className={classes.loading} role="status" aria-label={t('export.loading')}>
        <Loader size={28} />
      </div>
      <Skeleton height={150} />
      <Skeleton height={80} />
    </div>
  );
}

/** The export has expired, or is not this customer's; offers a new one [EXP-14, EXP-15]. */
function ExportExpired() {
  const { t } = useTranslation();
  return (
    <EmptyState drawing={<ErrorDrawing />} action={<NewExportLink />} note={<MaybeAnotherAccount />}>
      {t('export.expired')}
    </EmptyState>
  );
}

type FailureProps = {
  error?: Error;
  /** Absent if the export itself failed, because trying again would not help. */
  onRetry?: () => void;
};

/** The export failed or cannot be loaded; always offers a link back to the library [EXP-16, EXP-17]. */
function ExportFailure({ error, onRetry }: FailureProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.failure}>
      {onRetry ? (
        <ErrorState message={t('export.error')} error={error} onRetry={onRetry} />
      ) : (
        <EmptyState drawing={<ErrorDrawing />} action={<NewExportLink />}>
          <strong>{t('export.error')}</strong>
          <br />
          {t('export.errorText')}
        </EmptyState>
      )}
      <Link to="/my-photos/photos" className={classes.back}>
        {t('export.toLibrary')}
      </Link>
    </div>
  );
}
