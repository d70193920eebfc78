import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { summarize } from '#/shared/uploads/queue/summarize.ts';
import { useImportQueue } from '../import-context.ts';
import { useCancelImport } from '../removal/use-cancel-import.ts';
import { useConfirmImport } from '../removal/use-confirm-import.ts';
import classes from './import-modal.module.css';

/** Upload [IMP-08] confirms what was added, Cancel [IMP-10] stops what is not saved yet. */
export function ImportActions() {
  const { t } = useTranslation();
  const { items } = useImportQueue();
  const { confirm, isRemoving, hasFailed } = useConfirmImport();
  const cancel = useCancelImport();
  const { total, marked } = summarize(items);
  return (
    <div className={classes.ending}>
      {hasFailed && (
        <p role="alert" className={classes.failure}>
          {t('import.removalFailed')}
        </p>
      )}
      {marked > 0 && <p className={classes.marked}>{t('import.markedCount', { count: marked })}</p>}
      <div className={classes.actions}>
        <Button variant="default" onClick={cancel} disabled={isRemoving}>
          {t('import.cancel')}
        </Button>
        <Button onClick={confirm} disabled={total === 0} loading={isRemoving}>
          {t('import.upload')}
        </Button>
      </div>
    </div>
  );
}
