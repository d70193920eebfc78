import { Button } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { summarize } from '#/features/library/upload-queue/index.ts';
import { useCancelImport, useConfirmImport } from './end-import.ts';
import classes from './import-dialog.module.css';
import { useAdded, useImportQueue, useIsRunning, useOnPhone } from './import-session.ts';

/** Upload [IMP-08] confirms what was added; Cancel [IMP-10] stops what is not saved yet and asks about the rest. */
export function ImportActions() {
  const cancelling = useCancelImport();
  if (cancelling.isAsking) return <KeepOrRemove {...cancelling} />;
  return <Confirmation onCancel={cancelling.cancel} />;
}

function Confirmation({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation();
  const { confirm, isRemoving, hasFailed } = useConfirmImport();
  const { marked } = summarize(useImportQueue().items);
  const { label, added, isOff, canCancel } = useConfirmLabel();
  return (
    <div className={classes.ending}>
      {hasFailed && <RemovalFailed />}
      {marked > 0 && added > 0 && (
        <p className={classes.marked}>{t('import.markedHint', { count: marked, button: label })}</p>
      )}
      <div className={classes.actions}>
        {canCancel && (
          <Button variant="default" onClick={onCancel} disabled={isRemoving}>
            {t('import.cancel')}
          </Button>
        )}
        <Button onClick={confirm} disabled={isOff} loading={isRemoving}>
          {label}
        </Button>
      </div>
    </div>
  );
}

/**
 * Label of the main button: how many photos are still to be saved, or if none, how many it removes. It is off while uploads are
 * paused. Once all are saved there is nothing to cancel but marks.
 */
function useConfirmLabel(): { label: string; added: number; isOff: boolean; canCancel: boolean } {
  const { t } = useTranslation();
  const { items, pause } = useImportQueue();
  const { total, marked, problems, unfinished } = summarize(items);
  const fresh = useAdded();
  const { onPhone } = useOnPhone();
  const isRunning = useIsRunning();
  const added = fresh.pending + onPhone;
  const isPaused = pause !== null && fresh.pending > 0;
  const isEmpty = total + onPhone === 0 && (problems === 0 || unfinished > 0);
  const canCancel = isEmpty || marked > 0 || isRunning;
  return { label: text(), added, isOff: isEmpty || isPaused, canCancel };

  function text() {
    if (added > 0) return t('import.uploadCount', { count: added });
    if (marked > 0) return t('import.removeCount', { count: marked });
    return t(isEmpty ? 'import.upload' : 'import.done');
  }
}

type AskingProps = Pick<
  ReturnType<typeof useCancelImport>,
  'saved' | 'keep' | 'remove' | 'isRemoving' | 'hasFailed'
>;

/** Asks what to do with photos saved before Cancel; closing the dialog keeps them. */
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
