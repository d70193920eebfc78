import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { hasProblem, type ImportItem, summarize } from '#/features/library/upload-queue/index.ts';
import { takeBottomSpace } from '#/shared/ui/bottom-space.ts';
import { CloseIcon } from '#/shared/ui/icons.tsx';
import { ProgressBar } from '#/shared/ui/progress-bar.tsx';
import { showToast } from '#/shared/ui/toasts.tsx';
import { Announcement, percentWith } from './import-progress.tsx';
import { useImport, useImportQueue, useOnPhone } from './import-session.ts';
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
  const { total, pending, problems, marked, unshown, unfinished } = summary;
  const isEmpty = items.length + onPhone + leftBehind === 0;
  const isDone = !isEmpty && pending + onPhone === 0;
  const hasNews = problems + marked + unshown + unfinished + leftBehind > 0;

  const finish = useEffectEvent(() => {
    const { saved, known } = summary;
    const key = saved > 0 ? 'import.savedCount' : 'import.knownCount';
    // Photos that cannot be displayed return to the list after they were counted.
    if (total > unshown) showToast({ message: t(key, { count: saved || known }), tone: 'success' });
    if (!hasNews) runner.clear();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: waits anew after each photo that arrives
  useEffect(() => {
    if (!isDone) return;
    if (!hasPhone) return finish();
    const timer = setTimeout(() => finish(), NOTIFIED_TOGETHER_MS);
    return () => clearTimeout(timer);
  }, [isDone, hasPhone, hasPhone && total]);

  function dismiss() {
    runner.clear();
    phoneLink.release();
  }

  if (isEmpty || (isDone && !hasNews)) return null;
  const percent = percentWith(onPhone, summary);
  return (
    <aside ref={takeSpace} className={classes.tray} aria-label={t('import.title')}>
      <div className={classes.text}>
        <strong>{headline()}</strong>
        {isDone && problems > 0 && unfinished + leftBehind === 0 && <OneReason items={items} />}
        {!isDone && <span>{pause ? t(`import.paused.${pause}`) : t('import.percent', { percent })}</span>}
        {!isDone && <ProgressBar percent={percent} label={t('import.progress')} isPaused={pause !== null} />}
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

  function headline() {
    if (!isDone) return t('import.countSaved', { done: total - pending, total: total + onPhone });
    if (unfinished > 0) return t('import.leftCount', { count: unfinished });
    if (leftBehind > 0) return t('import.phone.leftBehind', { count: leftBehind });
    if (problems > 0) return t('import.problemCount', { count: problems });
    if (unshown > 0) return t('import.unshownCount', { count: unshown });
    return t('import.markedCount', { count: marked });
  }
}

/** Why files were not added and what helps, if it is the same for all; the list gives the reason for each. */
function OneReason({ items }: { items: readonly ImportItem[] }) {
  const { t } = useTranslation();
  const [reason, ...others] = new Set(items.filter(hasProblem).map((item) => item.reason ?? 'unexpected'));
  return reason && others.length === 0 && <span>{t(`import.reasons.${reason}`)}</span>;
}
