import { PHOTO_LIMITS } from '@keepsake/contracts/platform/limits';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes, useLocale } from '#/shared/format.ts';
import classes from '#/shared/ui/item-row.module.css';
import { ProgressBar } from '#/shared/ui/progress-bar.tsx';
import { hasProblem, type ImportItem } from './import-item.ts';
import { percentSent } from './import-summary.ts';

/** A file's name and status, and its progress while it is sent; while nothing is, it waits. */
export function ItemText({ item, isPaused }: { item: ImportItem; isPaused: boolean }) {
  const isSending = item.status === 'sending' && !isPaused;
  return (
    <div className={classes.text}>
      <span className={classes.name} title={item.name}>
        {item.name}
      </span>
      <ItemStatus item={item} isWaiting={item.status === 'sending' && isPaused} />
      {isSending && <ProgressBar percent={percentSent(item.sent, item.bytes)} label={item.name} />}
    </div>
  );
}

function ItemStatus({ item, isWaiting }: { item: ImportItem; isWaiting: boolean }): ReactNode {
  const { t } = useTranslation();
  const locale = useLocale();
  if (item.unfinished) return <span className={classes.problem}>{t(`import.left.${item.unfinished}`)}</span>;
  if (hasProblem(item)) {
    const reason = t(`import.reasons.${item.reason ?? 'unexpected'}`, PHOTO_LIMITS);
    return (
      <span className={classes.problem}>
        {item.refusalId ? t('import.phone.refused', { reason }) : reason}
      </span>
    );
  }
  if (item.canBeShown === false && !item.isMarked) {
    return <span className={classes.problem}>{t('import.status.unshown')}</span>;
  }
  const present = isWaiting ? 'waiting' : item.status;
  const status = t(`import.status.${item.isMarked ? 'marked' : present}`, {
    percent: percentSent(item.sent, item.bytes),
  });
  return <span className={classes.status}>{`${status} · ${formatBytes(item.bytes, locale)}`}</span>;
}

/** A tick for a photo in the library, a warning for one that cannot be displayed. */
export function SavedIcon({ item: { canBeShown = true } }: { item: ImportItem }) {
  return (
    <svg viewBox="0 0 24 24" className={classes.done} data-warning={!canBeShown} aria-hidden="true">
      <path d={canBeShown ? 'm6 12.5 4 4 8-9' : 'M12 5 3.8 19h16.4zM12 10.5v4m0 2.2v.1'} />
    </svg>
  );
}
