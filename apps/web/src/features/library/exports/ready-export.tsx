import { EXPORT_VALID_DAYS, getExportChunkUrl, type ReadyExport } from '@keepsake/contracts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { formatDate, useLocale } from '#/shared/format.ts';
import { DownloadIcon } from '#/shared/ui/icons.tsx';
import { Row, RowFact, RowList, RowName } from '#/shared/ui/row-list.tsx';
import { showToast } from '#/shared/ui/toasts.tsx';
import classes from './export-page.module.css';
import { explainAnswer } from './queries.ts';
import { UnzipHints } from './unzip-hints.tsx';

const DAY_MS = 86_400_000;

/** What is ready, until when, how to open it, and its zips from 1 on [EXP-19 to EXP-22]. */
export function ReadyExportView({ export: { backupId, chunks, updated, missing } }: { export: ReadyExport }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const until = new Date(Date.parse(updated) + EXPORT_VALID_DAYS * DAY_MS);
  const daysLeft = Math.max(0, Math.ceil((until.getTime() - Date.now()) / DAY_MS));
  return (
    <div className={classes.ready}>
      <section className={classes.banner} aria-labelledby="export-ready">
        <h2 id="export-ready" className={classes.bannerTitle}>
          {t('export.ready')}
        </h2>
        <p className={classes.until}>
          {t('export.until', { date: formatDate(until, locale) })}{' '}
          <span className={classes.left}>{t('export.daysLeft', { count: daysLeft })}</span>
        </p>
        <UnzipHints />
      </section>
      <RowList>
        {chunks.map(({ iteration, size }, index) => (
          <ChunkRow
            key={iteration}
            chunk={{ backupId, iteration, size }}
            name={t('export.chunk', { iteration: index + 1, total: chunks.length })}
          />
        ))}
      </RowList>
      {missing > 0 && <p className={classes.hint}>{t('export.missing', { count: missing })}</p>}
      <p className={classes.hint}>{t('export.resume')}</p>
    </div>
  );
}

type Props = { chunk: { backupId: string; iteration: number; size: number }; name: string };

/** One zip of an export with its size [EXP-22, EXP-23, EXP-25]. */
function ChunkRow({ chunk: { backupId, iteration, size }, name }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const unit = unitOf(size);
  const { mutate, isPending } = useMutation({
    mutationFn: () => explainAnswer(call(getExportChunkUrl, { params: { backupId, iteration } })),
    // What was deleted meanwhile makes a zip smaller, and its time may be over.
    meta: { action: 'DOWNLOAD_EXPORT', invalidates: ['Exports'] },
    onSuccess: ({ url }) => startDownload(url),
    onError: () => showToast({ message: t('export.downloadFailed'), tone: 'failure' }),
  });
  return (
    <Row
      action={
        <Button
          leftSection={<DownloadIcon size={18} />}
          onClick={() => mutate()}
          loading={isPending}
          aria-label={`${t('export.downloadZip')}: ${name}`}
        >
          {t('export.downloadZip')}
        </Button>
      }
    >
      <RowName order={3}>{name}</RowName>
      <RowFact>{`${formatSize(size, unit, locale)} ${t(`export.unit.${unit}`)}`}</RowFact>
    </Row>
  );
}

/** Has the browser itself fetch what is at an address [EXP-32]: it shows the progress, and can pause and resume. */
function startDownload(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

const UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const;
export type SizeUnit = (typeof UNITS)[number];
const STEP = 1024;

/** The largest unit that keeps a digit other than 0 before the point; nothing is above GB [EXP-23]. */
export function unitOf(bytes: number): SizeUnit {
  const step = UNITS.findLastIndex((_, index) => bytes >= STEP ** index);
  return UNITS[Math.max(step, 0)] ?? 'Bytes';
}

/** A size with two decimals in a unit of base 1024, without the unit's name; an unknown unit throws [EXP-24]. */
export function formatSize(bytes: number, unit: string, locale: string): string {
  const index = (UNITS as readonly string[]).indexOf(unit);
  if (index < 0) throw new Error('Invalid unit size!');
  const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return new Intl.NumberFormat(locale, decimals).format(bytes / STEP ** index);
}
