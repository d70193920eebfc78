import { type FailedImport, getFailedImports } from '@keepsake/contracts/library/legacy-import';
import { PHOTO_LIMITS } from '@keepsake/contracts/platform/limits';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import { Row, RowDetail, RowList, RowName, RowsSkeleton } from '#/shared/ui/row-list.tsx';
import classes from './failed-imports-page.module.css';

/** Legacy uploads that could not be imported. */
const failedImportsQuery = queryOptions({
  queryKey: ['User', 'failed-imports'],
  meta: { action: 'LOAD_FAILED_IMPORTS' },
  queryFn: ({ signal }) => call(getFailedImports, {}, { signal }),
});

type Props = {
  /** Actions for adding the photos again and returning to the library. */
  actions: ReactNode;
};

/** Lists legacy uploads that could not be imported, with reasons. The bell and the import's toast link here. */
export function FailedImportsPage({ actions }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(failedImportsQuery);
  return (
    <Page title={t('activation.failures.title')}>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton />}
      {data?.total === 0 && <EmptyState action={actions}>{t('activation.failures.none')}</EmptyState>}
      {data && data.total > 0 && <Failures {...data} actions={actions} />}
    </Page>
  );
}

type FailuresProps = Props & { items: readonly FailedImport[]; total: number };

function Failures({ items, total, actions }: FailuresProps) {
  const { t } = useTranslation();
  const more = total - items.length;
  return (
    <>
      <p className={classes.text}>{t('activation.failures.text')}</p>
      <RowList>
        {items.map(({ id, fileName, fault }) => (
          <Row key={id}>
            <RowName order={2}>{fileName}</RowName>
            <RowDetail>{t(`activation.failures.${fault}`, PHOTO_LIMITS)}</RowDetail>
          </Row>
        ))}
      </RowList>
      {more > 0 && <p className={classes.more}>{t('activation.failures.more', { count: more })}</p>}
      <div className={classes.actions}>{actions}</div>
    </>
  );
}
