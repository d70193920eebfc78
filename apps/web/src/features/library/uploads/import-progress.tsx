import { numberFormat } from '@keepsake/contracts/platform/formats';
import { HOUR_SECONDS, MINUTE_SECONDS } from '@keepsake/contracts/platform/limits';
import { useTranslation } from 'react-i18next';
import { percentOf, type Summary, summarize } from '#/features/library/upload-queue/index.ts';
import { formatBytes, useLocale } from '#/shared/format.ts';
import { announcedPercent, ProgressBar } from '#/shared/ui/progress-bar.tsx';
import classes from './import-progress.module.css';
import { useImport, useImportQueue, useOnPhone } from './import-session.ts';

/** Overall progress of the import: count, percentage, time left, what it is waiting for, what went wrong. */
export function ImportProgress() {
  const { t } = useTranslation();
  const { items, pause } = useImportQueue();
  const summary = summarize(items);
  const { total, saved, toSave, pending, known, restored, unshown } = summary;
  const { onPhone, leftBehind } = useOnPhone();
  const percent = percentWith(onPhone, summary);
  return (
    <div className={classes.progress}>
      {total + onPhone > 0 && (
        <>
          <div className={classes.line}>
            {toSave + onPhone > 0 && (
              <strong>{t('import.countSaved', { done: saved, total: toSave + onPhone })}</strong>
            )}
            {percent < 100 && <span>{t('import.percent', { percent })}</span>}
          </div>
          <ProgressBar percent={percent} label={t('import.progress')} isPaused={pause !== null} />
          <div className={classes.line}>
            {pending > 0 && <Going {...summary} />}
            {onPhone > 0 && <span>{t('import.phone.left', { count: onPhone })}</span>}
            {known > 0 && <span>{t('import.knownCount', { count: known })}</span>}
            {restored > 0 && <span>{t('import.restoredCount', { count: restored })}</span>}
          </div>
        </>
      )}
      {unshown > 0 && <p className={classes.problems}>{t('import.unshownCount', { count: unshown })}</p>}
      {leftBehind > 0 && (
        <p className={classes.problems}>{t('import.phone.leftBehind', { count: leftBehind })}</p>
      )}
      <UnfinishedFiles {...summary} />
      <Problems count={summary.problems} failed={summary.failed} />
    </div>
  );
}

/** While photos are pending on a phone, progress counts photos instead of bytes, since only their number is known. */
export function percentWith(onPhone: number, summary: Summary): number {
  if (onPhone === 0) return percentOf(summary);
  const { total, pending } = summary;
  return Math.floor(((total - pending) / (total + onPhone)) * 100);
}

/** How much has arrived and the time left, or what it is waiting for. */
function Going({ sentBytes, bytes }: Pick<Summary, 'sentBytes' | 'bytes'>) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { pause, bytesPerSecond } = useImportQueue();
  // Screen readers hear it from the announcement.
  if (pause) return <span aria-hidden="true">{t(`import.paused.${pause}`)}</span>;
  const [sent, total] = [formatBytes(sentBytes, locale), formatBytes(bytes, locale)];
  const time = formatTimeLeft(bytes - sentBytes, bytesPerSecond, locale);
  return (
    <span>
      {t('import.bytesOf', { sent, total })}
      {time && ` · ${t('import.timeLeft', { time })}`}
    </span>
  );
}

/** Uploads left unfinished by an earlier visit, with the button to continue. */
function UnfinishedFiles({ unfinished, resumable }: Pick<Summary, 'unfinished' | 'resumable'>) {
  const { t } = useTranslation();
  const { runner } = useImport();
  if (unfinished === 0) return null;
  return (
    <div className={classes.problems}>
      <span>{t('import.leftCount', { count: unfinished })}</span>
      {resumable > 0 && (
        <button type="button" className={classes.retry} onClick={runner.retryFailed}>
          {t('import.goOn', { count: resumable })}
        </button>
      )}
    </div>
  );
}

function Problems({ count, failed }: { count: number; failed: number }) {
  const { t } = useTranslation();
  const { runner } = useImport();
  if (count === 0) return null;
  return (
    <div className={classes.problems}>
      <span>{t('import.problemCount', { count })}</span>
      {failed > 0 && (
        <button type="button" className={classes.retry} onClick={runner.retryFailed}>
          {t('import.retryAll')}
        </button>
      )}
    </div>
  );
}

/** An approximate duration in the locale's words, '2 minutes'; null while the speed is unknown. */
function formatTimeLeft(bytes: number, bytesPerSecond: number | null, locale: string): string | null {
  if (!bytesPerSecond || bytes <= 0) return null;
  const seconds = bytes / bytesPerSecond;
  if (seconds < MINUTE_SECONDS) return inUnits(Math.max(5, Math.ceil(seconds / 5) * 5), 'second', locale);
  if (seconds < HOUR_SECONDS) return inUnits(Math.ceil(seconds / MINUTE_SECONDS), 'minute', locale);
  return inUnits(Math.ceil(seconds / HOUR_SECONDS), 'hour', locale);
}

function inUnits(value: number, unit: 'second' | 'minute' | 'hour', locale: string): string {
  return numberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}

/** Announces progress to screen readers: at every quarter, and when the import pauses or ends. */
export function Announcement() {
  const { t } = useTranslation();
  const { items, pause } = useImportQueue();
  const summary = summarize(items);
  const { onPhone, leftBehind } = useOnPhone();
  return (
    <p role="status" className={classes.announcement}>
      {text()}
    </p>
  );

  function text() {
    const { toSave, pending } = summary;
    if (items.length + leftBehind === 0) return '';
    if (pause && pending > 0) return t(`import.paused.${pause}`);
    const percent = announcedPercent(percentOf(summary));
    if (pending > 0) return t('import.announce', { percent, count: toSave });
    // Photos from a phone are announced once all have arrived.
    if (onPhone > 0) return '';
    return ending();
  }

  function ending() {
    const { saved, known, restored, problems, unshown, unfinished } = summary;
    const parts = unfinished > 0 ? [t('import.leftCount', { count: unfinished })] : [];
    if (saved > 0 || known + restored + unfinished === 0)
      parts.push(t('import.savedCount', { count: saved }));
    if (known > 0) parts.push(t('import.knownCount', { count: known }));
    if (restored > 0) parts.push(t('import.restoredCount', { count: restored }));
    if (problems > 0) parts.push(t('import.problemCount', { count: problems }));
    if (unshown > 0) parts.push(t('import.unshownCount', { count: unshown }));
    if (leftBehind > 0) parts.push(t('import.phone.leftBehind', { count: leftBehind }));
    return parts.join('. ');
  }
}
