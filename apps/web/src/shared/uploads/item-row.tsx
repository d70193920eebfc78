import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes, useLocale } from '../format.ts';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { hasProblem, type ImportItem } from './import-item.ts';
import classes from './item-row.module.css';

/** A file's name and status, and its progress while it is sent. */
export function ItemText({ item }: { item: ImportItem }) {
  return (
    <div className={classes.text}>
      <span className={classes.name} title={item.name}>
        {item.name}
      </span>
      <ItemStatus item={item} />
      {item.status === 'sending' && <ProgressBar percent={percentOf(item)} label={item.name} />}
    </div>
  );
}

function ItemStatus({ item }: { item: ImportItem }): ReactNode {
  const { t } = useTranslation();
  const locale = useLocale();
  if (hasProblem(item)) {
    return <span className={classes.problem}>{t(`import.reasons.${item.reason ?? 'unexpected'}`)}</span>;
  }
  const status = t(`import.status.${item.isMarked ? 'marked' : item.status}`, { percent: percentOf(item) });
  return <span className={classes.status}>{`${status} · ${formatBytes(item.bytes, locale)}`}</span>;
}

/** Percent that arrived; 100 is left to the server's confirmation. */
function percentOf({ sent, bytes }: ImportItem): number {
  return Math.min(99, Math.floor((sent / Math.max(bytes, 1)) * 100));
}

export function DoneIcon() {
  return (
    <svg viewBox="0 0 24 24" className={classes.done} aria-hidden="true">
      <path d="m6 12.5 4 4 8-9" />
    </svg>
  );
}
