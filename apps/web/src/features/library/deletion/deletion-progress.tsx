import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { userQuery } from '#/features/library/state/index.ts';
import { ProgressBar } from '#/shared/ui/progress-bar.tsx';
import classes from './deletion-progress.module.css';

/** Progress of deleting the whole library; renders nothing while no deletion is running. */
export function DeletionProgress() {
  const { t } = useTranslation();
  const { data } = useQuery(userQuery);
  const deletion = data?.deletion;
  if (!deletion) return null;
  const { deleted: done, total } = deletion;
  const label = t('deleteAll.progress', { done, total });
  return (
    <section className={classes.progress} aria-label={t('deleteAll.title')}>
      <p role="status">{label}</p>
      <ProgressBar percent={total > 0 ? Math.floor((done / total) * 100) : 100} label={label} />
      <p className={classes.hint}>{t('deleteAll.leave')}</p>
    </section>
  );
}
