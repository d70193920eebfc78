import type { Download } from '@keepsake/contracts';
import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#/shared/format/dates.ts';
import { formatBytes } from '#/shared/format/numbers.ts';
import { useLocale } from '#/shared/format/use-locale.ts';
import { usePush } from '#/shared/push/use-push.ts';
import { DownloadIcon } from '#/shared/ui/icons/action-icons.tsx';
import { Page } from '#/shared/ui/page/page.tsx';
import { EmptyState } from '#/shared/ui/states/empty-state.tsx';
import { ErrorState } from '#/shared/ui/states/error-state.tsx';
import { showToast } from '#/shared/ui/toasts/toast-store.ts';
import { downloadsQuery } from '../downloads-query.ts';
import { fetchDownload } from '../fetch-download.ts';
import classes from './downloads-page.module.css';

/** Where the last downloads are found again [RTE-21]. */
export function DownloadsPage() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(downloadsQuery);
  usePush('archive', () => void client.invalidateQueries({ queryKey: ['Downloads'] }));
  return (
    <Page title={t('download.title')}>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data?.length === 0 && <EmptyState>{t('download.empty')}</EmptyState>}
      {data && data.length > 0 && (
        <>
          <p className={classes.hint}>{t('download.hint')}</p>
          <ul className={classes.list}>
            {data.map((download) => (
              <DownloadRow key={download.id} download={download} />
            ))}
          </ul>
        </>
      )}
    </Page>
  );
}

/** Rows that are on their way. */
function Waiting() {
  return (
    <ul className={classes.list} aria-busy>
      {WAITING_WIDTHS.map((width) => (
        <li key={width} className={classes.row}>
          <div className={classes.text}>
            <Skeleton h={18} w={width} my={4} />
            <Skeleton h={12} w={160} my={6} />
          </div>
        </li>
      ))}
    </ul>
  );
}

const WAITING_WIDTHS = [220, 180, 260];

function DownloadRow({ download }: { download: Download }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { id, name, status, photosCount, bytes, created, expires } = download;
  const facts = [
    t('download.photosCount', { count: photosCount }),
    bytes === undefined ? null : formatBytes(bytes, locale),
    formatDate(created, locale),
  ];
  return (
    <li className={classes.row}>
      <div className={classes.text}>
        <h2 className={classes.name}>{name}</h2>
        <p className={classes.facts}>{facts.filter((fact) => fact !== null).join(' · ')}</p>
        {status === 'started' && <p className={classes.facts}>{t('download.preparing')}</p>}
        {status === 'finished' && (
          <p className={classes.facts}>{t('download.until', { date: formatDate(expires, locale) })}</p>
        )}
        {status === 'error' && <Failure missing={download.missing} />}
      </div>
      {status === 'finished' && <FetchButton id={id} name={name} />}
    </li>
  );
}

function Failure({ missing }: { missing: Download['missing'] }) {
  const { t } = useTranslation();
  return (
    <p className={classes.failure}>
      {missing?.length ? t('download.missing', { names: missing.join(', ') }) : t('download.failed')}
    </p>
  );
}

function FetchButton({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation();
  const { mutate, isPending } = useMutation({
    mutationFn: () => fetchDownload(id),
    meta: { action: 'DOWNLOAD_ARCHIVE', invalidates: ['Downloads'] },
    onError: () => showToast({ message: t('download.failed'), tone: 'failure' }),
  });
  return (
    <Button
      variant="default"
      leftSection={<DownloadIcon size={18} />}
      onClick={() => mutate()}
      loading={isPending}
      aria-label={t('download.fetch', { name })}
    >
      {t('download.action')}
    </Button>
  );
}
