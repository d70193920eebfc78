import { Button } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { summarize } from '#/shared/uploads/import-summary.ts';
import { useCancelImport, useConfirmImport } from './end-import.ts';
import classes from './import-dialog.module.css';
import { useImportQueue, useOnPhone } from './import-session.ts';

/** Upload [IMP-08] confirms what was added, Cancel [IMP-10] stops what is not saved yet and asks about the rest. */
export function ImportActions() {
  const cancelling = useCancelImport();
  if (cancelling.isAsking) return <KeepOrRemove {...cancelling} />;
  return <Confirmation onCancel={cancelling.cancel} />;
}

function Confirmation({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation();
  const { confirm, isRemoving, hasFailed } = useConfirmImport();
  const { marked } = summarize(useImportQueue().items);
  const { label, added, isOff } = useConfirmLabel();
  return (
    <div className={classes.ending}>
      {hasFailed && <RemovalFailed />}
      {marked > 0 && added > 0 && (
        <p className={classes.marked}>{t('import.markedHint', { count: marked, button: label })}</p>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={onCancel} disabled={isRemoving}>
          {t('import.cancel')}
        </Button>
        <Button onClick={confirm} disabled={isOff} loading={isRemoving}>
          {label}
        </Button>
      </div>
    </div>
  );
}

/** What the main button does, as its label: how many photos it adds, or removes if it does nothing else. */
function useConfirmLabel(): { label: string; added: number; isOff: boolean } {
  const { t } = useTranslation();
  const { total, toSave, marked } = summarize(useImportQueue().items);
  const { onPhone } = useOnPhone();
  const added = toSave - marked + onPhone;
  const isOff = total + onPhone === 0;
  if (added > 0) return { label: t('import.uploadCount', { count: added }), added, isOff };
  if (marked > 0) return { label: t('import.removeCount', { count: marked }), added, isOff };
  return { label: t(isOff ? 'import.upload' : 'import.done'), added, isOff };
}

type AskingProps = Pick<
  ReturnType<typeof useCancelImport>,
  'saved' | 'keep' | 'remove' | 'isRemoving' | 'hasFailed'
>;

/** What is to become of the photos that were saved before Cancel; closing the dialog keeps them, too. */
function KeepOrRemove({ saved, keep, remove, isRemoving, hasFailed }: AskingProps) {
  const { t } = useTranslation();
  const questionId = useId();
  return (
    <section className={classes.ending} aria-labelledby={questionId}>
      {hasFailed && <RemovalFailed />}
      <p id={questionId} role="alert" className={classes.question}>
        {t('import.keepOrRemove', { count: saved })}
      </p>
      <div className={classes.actions}>
        <Button variant="default" onClick={remove} loading={isRemoving}>
          {t('import.removeCount', { count: saved })}
        </Button>
        <Button autoFocus onClick={keep} disabled={isRemoving}>
          {t('import.keepCount', { count: saved })}
        </Button>
      </div>
    </section>
  );
}

function RemovalFailed() {
  const { t } = useTranslation();
  return (
    <p role="alert" className={classes.failure}>
      {t('import.removalFailed')}
    </p>
  );
}
