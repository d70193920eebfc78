import { useTranslation } from 'react-i18next';
import { percentOf, summarize } from '#/shared/uploads/queue/summarize.ts';
import { useImportQueue } from '../import-context.ts';
import classes from './import-modal.module.css';

/** Progress is read out at each of these steps, in percent. */
const STEP = 25;

/** Tells screen readers how far the import is, at every quarter and when it stops or ends. */
export function Announcement() {
  const { t } = useTranslation();
  const { items, pause } = useImportQueue();
  const summary = summarize(items);
  return (
    <p role="status" className={classes.announcement}>
      {text()}
    </p>
  );

  function text() {
    const { toSave, pending, saved, known, problems } = summary;
    if (items.length === 0) return '';
    if (pause && pending > 0) return t(`import.paused.${pause}`);
    const percent = Math.floor(percentOf(summary) / STEP) * STEP;
    if (pending > 0) return t('import.announce', { percent, count: toSave });
    const ending = saved > 0 || known === 0 ? [t('import.savedCount', { count: saved })] : [];
    if (known > 0) ending.push(t('import.knownCount', { count: known }));
    if (problems > 0) ending.push(t('import.problemCount', { count: problems }));
    return ending.join('. ');
  }
}
