import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { CloseIcon } from '#/shared/ui/icons.tsx';
import { ProgressBar } from '#/shared/ui/progress-bar.tsx';
import { showToast } from '#/shared/ui/toasts.tsx';
import { percentOf, summarize } from '#/shared/uploads/import-summary.ts';
import { Announcement } from './import-progress.tsx';
import { useImport, useImportQueue } from './import-session.ts';
import classes from './import-tray.module.css';

/** The import in the bottom corner while its modal is closed; it stays when something needs attention. */
export function ImportTray({ onReopen }: { onReopen: () => void }) {
  const { t } = useTranslation();
  const { runner } = useImport();
  const { items, pause } = useImportQueue();
  const summary = summarize(items);
  const { total, pending, toSave, problems, marked } = summary;
  const isDone = items.length > 0 && pending === 0;

  const finish = useEffectEvent(() => {
    const { saved, known } = summary;
    const key = saved > 0 ? 'import.savedCount' : 'import.knownCount';
    if (total > 0) showToast({ message: t(key, { count: saved || known }), tone: 'success' });
    if (problems + marked === 0) runner.clear();
  });
  useEffect(() => {
    if (isDone) finish();
  }, [isDone]);

  if (items.length === 0 || (isDone && problems + marked === 0)) return null;
  const percent = percentOf(summary);
  return (
    <aside className={classes.tray} aria-label={t('import.title')}>
      <div className={classes.text}>
        <strong>{headline()}</strong>
        {!isDone && <span>{pause ? t(`import.paused.${pause}`) : t('import.percent', { percent })}</span>}
        {!isDone && <ProgressBar percent={percent} label={t('import.progress')} isPaused={pause !== null} />}
      </div>
      <button type="button" className={classes.show} onClick={onReopen}>
        {t('import.show')}
      </button>
      {isDone && (
        <button type="button" className={classes.close} aria-label={t('shell.close')} onClick={runner.clear}>
          <CloseIcon size={16} />
        </button>
      )}
      <Announcement />
    </aside>
  );

  function headline() {
    if (!isDone) return t('import.countSaved', { done: summary.saved, total: toSave });
    if (problems > 0) return t('import.problemCount', { count: problems });
    return t('import.markedCount', { count: marked });
  }
}
