import type { PhotoDeletion } from '@keepsake/contracts/library/photos';
import { useTranslation } from 'react-i18next';
import { ProgressBar } from '#/shared/ui/progress-bar.tsx';
import classes from './running-deletion.module.css';

/** How far a deletion of the whole library has come. */
export default function RunningDeletion({ deletion: { deleted: done, total } }: { deletion: PhotoDeletion }) {
  const { t } = useTranslation();
  const label = t('deleteAll.progress', { done, total });
  return (
    <section className={classes.progress} aria-label={t('deleteAll.title')}>
      <p role="status">{label}</p>
      <ProgressBar percent={total > 0 ? Math.floor((done / total) * 100) : 100} label={label} />
      <p className={classes.hint}>{t('deleteAll.leave')}</p>
    </section>
  );
}
