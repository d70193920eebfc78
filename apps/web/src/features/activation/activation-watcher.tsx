import { useTranslation } from 'react-i18next';
import { ProgressBar } from '#/shared/ui/progress/progress-bar.tsx';
import classes from './activation-watcher.module.css';
import { useActivation } from './use-activation.ts';

/** A calm note of how far the import of earlier photos is; it lies over the page, so that nothing under it moves. */
export default function ActivationWatcher() {
  const { t } = useTranslation();
  const { isImporting, progress } = useActivation();
  if (!isImporting) return null;
  const { total = 0, imported = 0, failed = 0 } = progress ?? {};
  const done = imported + failed;
  const isCounted = total > 0;
  const label = isCounted ? t('activation.progress', { done, total }) : t('activation.title');
  return (
    <section className={classes.note} aria-label={t('activation.title')}>
      <p role="status">{label}</p>
      {isCounted && <ProgressBar percent={Math.floor((done / total) * 100)} label={label} />}
      <p className={classes.hint}>{t('activation.leave')}</p>
    </section>
  );
}
