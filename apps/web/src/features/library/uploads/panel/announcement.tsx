import { useTranslation } from 'react-i18next';
import { percentOf, summarize } from '#/shared/uploads/queue/summarize.ts';
import { useImportQueue, useOnPhone } from '../import-context.ts';
import classes from './import-modal.module.css';

/** Progress is read out at each of these steps, in percent. */
const STEP = 25;

/** Tells screen readers how far the import is, at every quarter and when it stops or ends. */
export function Announcement() {
  const { t } = useTranslation();
  const { items, pause } = useImportQueue();
  const summary = summarize(items);
  const onPhone = useOnPhone();
  return (
    <p role="status" className={classes.announcement}>
      {text()}
    </p>
  );

  function text() {
    const { toSave, pending } = summary;
    if (items.length === 0) return '';
    if (pause && pending > 0) return t(`import.paused.${pause}`);
    const percent = Math.floor(percentOf(summary) / STEP) * STEP;
    if (pending > 0) return t('import.announce', { percent, count: toSave });
    // What comes from a phone is told of when all of it has come.
    if (onPhone > 0) return '';
    return ending();
  }

  function ending() {
    const { saved, known, problems } = summary;
    const parts = saved > 0 || known === 0 ? [t('import.savedCount', { count: saved })] : [];
    if (known > 0) parts.push(t('import.knownCount', { count: known }));
    if (problems > 0) parts.push(t('import.problemCount', { count: problems }));
    return parts.join('. ');
  }
}
