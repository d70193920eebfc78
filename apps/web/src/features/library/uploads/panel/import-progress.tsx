import { useTranslation } from 'react-i18next';
import { formatBytes, useLocale } from '#/shared/format.ts';
import { ProgressBar } from '#/shared/ui/progress-bar.tsx';
import { percentOf, type Summary, summarize } from '#/shared/uploads/queue/summarize.ts';
import { useImportQueue, useImportRunner, useOnPhone } from '../import-context.ts';
import { formatTimeLeft } from './format-time-left.ts';
import classes from './import-progress.module.css';

/** The import as a whole: how many of how many, percent, time left, what it waits for, what went wrong. */
export function ImportProgress() {
  const { t } = useTranslation();
  const { items, pause } = useImportQueue();
  const summary = summarize(items);
  const { total, pending, toSave, saved, known } = summary;
  const onPhone = useOnPhone();
  const percent = percentWith(onPhone, summary);
  return (
    <div className={classes.progress}>
      {total > 0 && (
        <>
          <div className={classes.line}>
            {toSave > 0 && (
              <strong>{t('import.countSaved', { done: saved, total: toSave + onPhone })}</strong>
            )}
            {percent < 100 && <span>{t('import.percent', { percent })}</span>}
          </div>
          <ProgressBar percent={percent} label={t('import.progress')} isPaused={pause !== null} />
          <div className={classes.line}>
            {pending > 0 && <Going {...summary} />}
            {onPhone > 0 && <span>{t('import.phone.left', { count: onPhone })}</span>}
            {known > 0 && <span>{t('import.knownCount', { count: known })}</span>}
          </div>
        </>
      )}
      <Problems count={summary.problems} failed={summary.failed} />
    </div>
  );
}

/** Of what a phone still has only the number is known, so with it photos are counted and not bytes. */
function percentWith(onPhone: number, summary: Summary): number {
  if (onPhone === 0) return percentOf(summary);
  const { total, pending } = summary;
  return Math.floor(((total - pending) / (total + onPhone)) * 100);
}

/** How much has arrived and how long the rest may take, or what it waits for. */
function Going({ sentBytes, bytes }: Pick<Summary, 'sentBytes' | 'bytes'>) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { pause, bytesPerSecond } = useImportQueue();
  if (pause) return <span>{t(`import.paused.${pause}`)}</span>;
  const [sent, total] = [formatBytes(sentBytes, locale), formatBytes(bytes, locale)];
  const time = formatTimeLeft(bytes - sentBytes, bytesPerSecond, locale);
  return (
    <span>
      {t('import.bytesOf', { sent, total })}
      {time && ` · ${t('import.timeLeft', { time })}`}
    </span>
  );
}

function Problems({ count, failed }: { count: number; failed: number }) {
  const { t } = useTranslation();
  const runner = useImportRunner();
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
