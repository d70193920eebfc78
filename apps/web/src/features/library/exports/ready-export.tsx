import { EXPORT_VALID_DAYS, type ReadyExport } from '@keepsake/contracts/library/exports';
import { DAY_MS } from '@keepsake/contracts/platform/limits';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { saveAs } from '#/shared/api/call.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { formatDate } from '#/shared/format.ts';
import { serverNow } from '#/shared/server-time.ts';
import { DownloadIcon } from '#/shared/ui/icons.tsx';
import { Row, RowDetail, RowList, RowName } from '#/shared/ui/row-list.tsx';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import classes from './export-page.module.css';
import { useExportSize } from './export-size.ts';
import { fetchChunkUrl } from './queries.ts';
import { UnzipHints } from './unzip-hints.tsx';

/** How long the export is available, how to open it, and its zips numbered from 1 [EXP-19 to EXP-22]. */
export function ReadyExportDetails({
  export: { backupId: exportId, chunks, updated, missing },
}: {
  export: ReadyExport;
}) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  const until = new Date(Date.parse(updated) + EXPORT_VALID_DAYS * DAY_MS);
  const daysLeft = Math.max(0, Math.ceil((until.getTime() - serverNow().getTime()) / DAY_MS));
  return (
    <div className={classes.ready}>
      <section className={classes.banner} aria-labelledby="export-ready">
        <h2 id="export-ready" className={classes.bannerTitle}>
          {t('export.ready')}
        </h2>
        <p className={classes.until}>
          {t('export.until', { date: formatDate(until, locale, timeZone) })}{' '}
          <span className={classes.left}>{t('export.daysLeft', { count: daysLeft })}</span>
        </p>
        <UnzipHints />
      </section>
      <RowList>
        {chunks.map(({ iteration, size }, index) => (
          <ChunkRow
            key={iteration}
            chunk={{ exportId, iteration, size }}
            name={t('export.chunk', { iteration: index + 1, total: chunks.length })}
          />
        ))}
      </RowList>
      {missing > 0 && <p className={classes.hint}>{t('export.missing', { count: missing })}</p>}
      <p className={classes.hint}>{t('export.resume')}</p>
    </div>
  );
}

type ChunkProps = { chunk: { exportId: string; iteration: number; size: number }; name: string };

/** One zip of an export [EXP-22, EXP-23, EXP-25], downloaded by the browser [EXP-32]. */
function ChunkRow({ chunk: { exportId, iteration, size }, name }: ChunkProps) {
  const { t } = useTranslation();
  const sizeOf = useExportSize();
  const { mutate, isPending } = useMutation({
    mutationFn: () => fetchChunkUrl(exportId, iteration),
    // The export may have expired, and a zip gets smaller when photos are deleted.
    meta: { action: 'DOWNLOAD_EXPORT', invalidates: ['Exports'] },
    onSuccess: (url) => saveAs(url, ''),
    onError: () => showToast({ message: t('export.downloadFailed'), tone: 'failure' }),
  });
  return (
    <Row
      action={
        <Button
          leftSection={<DownloadIcon size={18} />}
          onClick={() => mutate()}
          loading={isPending}
          aria-label={t('export.downloadZipOf', { name })}
        >
          {t('export.downloadZip')}
        </Button>
      }
    >
      <RowName order={3}>{name}</RowName>
      <RowDetail>{sizeOf(size)}</RowDetail>
    </Row>
  );
}
