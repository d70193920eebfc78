import { useTranslation } from 'react-i18next';
import { formatBytes } from '#/shared/format/numbers.ts';
import { useLocale } from '#/shared/format/use-locale.ts';
import { useImportQueue, useImportRunner } from '../import-context.ts';
import { percentOf, summarize } from '../queue/summarize.ts';
import { formatTimeLeft } from './format-time-left.ts';
import classes from './import-progress.module.css';
import { ProgressBar } from './progress-bar.tsx';

/** The import as a whole: how many of how many, percent, time left, what it waits for, what went wrong. */
export function ImportProgress() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { items, pause, bytesPerSecond } = useImportQueue();
  const summary = summarize(items);
  const { total, pending, known, bytes, sentBytes } = summary;
  const percent = percentOf(summary);
  const left = pause ? null : formatTimeLeft(bytes - sentBytes, bytesPerSecond, locale);
  return (
    <div className={classes.progress}>
      {total > 0 && (
        <>
          <div className={classes.line}>
            <strong>{t('import.countSaved', { done: total - pending, total })}</strong>
            {pending > 0 && <span>{t('import.percent', { percent })}</span>}
          </div>
          <ProgressBar percent={percent} label={t('import.progress')} isPaused={pause !== null} />
          <div className={classes.line}>
            <span>{known > 0 && t('import.knownCount', { count: known })}</span>
            {pending > 0 && (
              <span>
                {pause
                  ? t(`import.paused.${pause}`)
                  : [
                      t('import.bytesOf', {
                        sent: formatBytes(sentBytes, locale),
                        total: formatBytes(bytes, locale),
                      }),
                      left && t('import.timeLeft', { time: left }),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
              </span>
            )}
          </div>
        </>
      )}
      <Problems count={summary.problems} failed={summary.failed} />
    </div>
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
