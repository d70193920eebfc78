import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { Page } from '#/shared/ui/page/page.tsx';
import { exportQuery } from '../export-query.ts';
import { ExportExpired, ExportFailure } from './export-absent.tsx';
import { ExportLoading } from './export-loading.tsx';
import { ReadyExportView } from './ready-export-view.tsx';

/** Where an export is downloaded [RTE-09]; one that is not ready leads back to the photos [EXP-18]. */
export function ExportPage({ backupId }: { backupId: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(exportQuery(backupId));
  if (data?.status === 'REQUESTED' || data?.status === 'IN_PROGRESS') {
    return <Navigate to="/my-photos/photos" replace />;
  }
  return <Page title={t('export.pageTitle')}>{content()}</Page>;

  function content() {
    if (error instanceof ApiProblem && error.status === 404) return <ExportExpired />;
    if (data?.status === 'READY') return <ReadyExportView export={data} />;
    if (error) return <ExportFailure error={error} onRetry={() => void refetch()} />;
    return data ? <ExportFailure /> : <ExportLoading />;
  }
}
