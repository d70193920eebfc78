import { useTranslation } from 'react-i18next';
import { ProgressBar } from '#/shared/ui/progress-bar.tsx';
import type { ImportQueue } from '#/shared/uploads/queue/import-queue.ts';
import { percentOf, summarize } from '#/shared/uploads/queue/summarize.ts';
import classes from './phone-page.module.css';

type Props = { queue: ImportQueue; onRetry: () => void };

/** How many of how many, what they wait for, and what went wrong. */
export function SendingProgress({ queue: { items, pause }, onRetry }: Props) {
  const { t } = useTranslation();
  const summary = summarize(items);
  const { pending, saved, toSave, problems, failed } = summary;
  const percent = percentOf(summary);
  return (
    <div className={classes.progress}>
      {toSave > 0 && (
        <>
          <p className={classes.count} role="status">
            {t('phone.sentCount', { done: saved, total: toSave })}
          </p>
          <ProgressBar percent={percent} label={t('import.progress')} isPaused={pause !== null} />
        </>
      )}
      {pending > 0 && (
        <p className={classes.hint}>{t(pause ? `import.paused.${pause}` : 'phone.keepOpen')}</p>
      )}
      {problems > 0 && (
        <p className={classes.problem}>
          {t('import.problemCount', { count: problems })}
          {failed > 0 && (
            <button type="button" className={classes.retry} onClick={onRetry}>
              {t('import.retryAll')}
            </button>
          )}
        </p>
      )}
    </div>
  );
}
