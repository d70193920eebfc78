import { EXPORT_VALID_DAYS, type ReadyExport } from '@keepsake/contracts';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#/shared/format/dates.ts';
import { useLocale } from '#/shared/format/use-locale.ts';
import { RowList } from '#/shared/ui/row-list/row-list.tsx';
import { ChunkRow } from './chunk-row.tsx';
import classes from './export-page.module.css';
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
