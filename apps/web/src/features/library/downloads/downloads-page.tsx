import { DOWNLOAD_VALID_DAYS, type Download } from '@keepsake/contracts/library/downloads';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useChannel } from '#/shared/configuration.tsx';
import { formatBytes, formatDate } from '#/shared/format.ts';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { DownloadIcon } from '#/shared/ui/icons.tsx';
import { Page } from '#/shared/ui/page.tsx';
import { PictureStrip, Row, RowDetail, RowList, RowName, RowsSkeleton } from '#/shared/ui/row-list.tsx';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import classes from './downloads-page.module.css';
import { downloadsQuery, saveDownload } from './queries.ts';

type Props = {
  /** What a failed download offers. */
  afterFailure: (download: Download) => ReactNode;
  /** Whether other things to download stand below the list. */
  hasOthers?: boolean;
  children?: ReactNode;
};

/** Lists the last downloads [RTE-21]. */
export function DownloadsPage({ afterFailure, hasOthers = false, children }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(downloadsQuery);
  return (
    <Page title={t('download.title')}>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton />}
      {data?.length === 0 && !hasOthers && (
        <div className={classes.empty}>
          <EmptyState>{t('download.empty')}</EmptyState>
        </div>
      )}
      {data && data.length > 0 && (
        <>
          <p className={classes.hint}>{t('download.hint', { days: DOWNLOAD_VALID_DAYS })}</p>
          <RowList>
            {data.map((download) => (
              <DownloadRow key={download.id} download={download} afterFailure={afterFailure} />
            ))}
          </RowList>
        </>
      )}
      {children}
    </Page>
  );
}

type RowProps = Pick<Props, 'afterFailure'> & { download: Download };

function DownloadRow({ download, afterFailure }: RowProps) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  const { id, name, status, photosCount, pictures, bytes, created, expires } = download;
  // The app's own names of archives state the number and the day already.
  const details = [
    t('download.photosCount', { count: photosCount }),
    bytes === undefined ? '' : formatBytes(bytes, locale),
    formatDate(created, locale, timeZone),
  ].filter((detail) => detail && !name.includes(detail));
  return (
    <Row
      picture={<PictureStrip pictures={pictures} />}
      action={
        <>
          {status === 'finished' && <FetchButton id={id} name={name} />}
          {status === 'error' && afterFailure(download)}
        </>
      }
    >
      <RowName order={2}>{name}</RowName>
      {details.length > 0 && <RowDetail>{details.join(' · ')}</RowDetail>}
      {status === 'started' && <RowDetail>{t('download.preparing')}</RowDetail>}
      {status === 'finished' && (
        <RowDetail>{t('download.until', { date: formatDate(expires, locale, timeZone) })}</RowDetail>
      )}
      {status === 'error' && <Failure missing={download.missing} />}
    </Row>
  );
}

function Failure({ missing }: { missing: Download['missing'] }) {
  const { t } = useTranslation();
  return (
    <RowDetail isFailure>
      {missing?.length ? t('download.missing', { names: missing.join(', ') }) : t('download.failed')}
    </RowDetail>
  );
}

function FetchButton({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation();
  const { mutate, isPending } = useMutation({
    mutationFn: () => saveDownload(id),
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
