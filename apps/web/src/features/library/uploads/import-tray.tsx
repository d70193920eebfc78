import { PHOTO_LIMITS } from '@keepsake/contracts/platform/limits';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import {
  hasProblem,
  type ImportItem,
  type ImportQueue,
  outcomeOf,
  type Summary,
  summarize,
} from '#/features/library/upload-queue/index.ts';
import { takeBottomSpace } from '#/shared/ui/bottom-space.ts';
import { CloseIcon } from '#/shared/ui/icons.tsx';
import { ProgressBar } from '#/shared/ui/progress-bar.tsx';
import { showToast } from '#/shared/ui/toasts.tsx';
import { Announcement, percentWith } from './import-progress.tsx';
import { useAddedToAlbum, useImport, useImportQueue, useOnPhone } from './import-session.ts';
import classes from './import-tray.module.css';

/** On narrow screens, notes are placed above it. */
const takeSpace = takeBottomSpace('--bottom-tray');

/**
 * Photos from a phone may arrive before the report that counts them: those within this time are announced together, in
 * milliseconds.
 */
const NOTIFIED_TOGETHER_MS = 1_000;

/** The import in the bottom corner while its dialog is closed; it stays if something needs attention. */
export function ImportTray({ onReopen }: { onReopen: () => void }) {
  const { t } = useTranslation();
  const { runner, phoneLink } = useImport();
  const { items, pause } = useImportQueue();
  const { onPhone, leftBehind } = useOnPhone();
  const hasPhone = useStore(phoneLink.store, (state) => state.status === 'ready' && state.hasPhone);
  const summary = summarize(items);
  const { problems, marked, unshown, unfinished } = summary;
  const isEmpty = items.length + onPhone + leftBehind === 0;
  const isDone = !isEmpty && summary.pending + onPhone === 0;
  const hasNews = problems + marked + unshown + unfinished + leftBehind > 0;
  useFinish(summary, { isDone, hasNews, hasPhone });

  function dismiss() {
    runner.clear();
    phoneLink.release();
  }

  if (isEmpty || (isDone && !hasNews)) return null;
  return (
    <aside ref={takeSpace} className={classes.tray} aria-label={t('import.title')}>
      <div className={classes.text}>
        {isDone ? (
          <Outcome summary={summary} leftBehind={leftBehind} items={items} />
        ) : (
          <Progress summary={summary} onPhone={onPhone} pause={pause} />
        )}
      </div>
      <button type="button" className={classes.show} onClick={onReopen}>
        {t('import.show')}
      </button>
      {isDone && (
        <button type="button" className={classes.close} aria-label={t('shell.close')} onClick={dismiss}>
          <CloseIcon size={16} />
        </button>
      )}
      <Announcement />
    </aside>
  );
}

type End = { isDone: boolean; hasNews: boolean; hasPhone: boolean };

/** Says once that everything is saved, and clears the list unless something in it needs attention. */
function useFinish(summary: Summary, { isDone, hasNews, hasPhone }: End): void {
  const { t } = useTranslation();
  const { runner, store } = useImport();
  const inAlbum = useAddedToAlbum();
  const finish = useEffectEvent(() => {
    const { outcome, count } = outcomeOf(summary);
    const message = inAlbum(store.getState().items) ?? t(`import.${outcome}Count`, { count });
    // Photos that cannot be displayed return to the list after they were counted.
    if (summary.total > summary.unshown) showToast({ message, tone: 'success' });
    if (!hasNews) runner.clear();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: waits anew after each photo that arrives
  useEffect(() => {
    if (!isDone) return;
    if (!hasPhone) return finish();
    const timer = setTimeout(() => finish(), NOTIFIED_TOGETHER_MS);
    return () => clearTimeout(timer);
  }, [isDone, hasPhone, hasPhone && summary.total]);
}

type ProgressProps = { summary: Summary; onPhone: number; pause: ImportQueue['pause'] };

function Progress({ summary, onPhone, pause }: ProgressProps) {
  const { t } = useTranslation();
  const { saved, toSave } = summary;
  const percent = percentWith(onPhone, summary);
  return (
    <>
      <strong>{t('import.countSaved', { done: saved, total: toSave + onPhone })}</strong>
      <span>{pause ? t(`import.paused.${pause}`) : t('import.percent', { percent })}</span>
      <ProgressBar percent={percent} label={t('import.progress')} isPaused={pause !== null} />
    </>
  );
}

type OutcomeProps = { summary: Summary; leftBehind: number; items: readonly ImportItem[] };

/** What needs attention first. */
function Outcome({ summary: { unfinished, problems, unshown, marked }, leftBehind, items }: OutcomeProps) {
  const { t } = useTranslation();
  if (unfinished > 0) return <strong>{t('import.leftCount', { count: unfinished })}</strong>;
  if (leftBehind > 0) return <strong>{t('import.phone.leftBehind', { count: leftBehind })}</strong>;
  if (problems === 0) {
    const text =
      unshown > 0 ? t('import.unshownCount', { count: unshown }) : t('import.markedCount', { count: marked });
    return <strong>{text}</strong>;
  }
  return (
    <>
      <strong>{t('import.problemCount', { count: problems })}</strong>
      <OneReason items={items} />
    </>
  );
}

/** Why files were not added and what helps, if it is the same for all; the list gives the reason for each. */
function OneReason({ items }: { items: readonly ImportItem[] }) {
  const { t } = useTranslation();
  const [reason, ...others] = new Set(items.filter(hasProblem).map((item) => item.reason ?? 'unexpected'));
  return reason && others.length === 0 && <span>{t(`import.reasons.${reason}`, PHOTO_LIMITS)}</span>;
}
