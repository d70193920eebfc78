import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#/shared/format/numbers.ts';
import { useLocale } from '#/shared/format/use-locale.ts';
import { CloseIcon } from '#/shared/ui/icons/icons.tsx';
import { ProgressBar } from '#/shared/ui/progress/progress-bar.tsx';
import { useImportRunner } from '../import-context.ts';
import { hasProblem, type ImportItem } from '../queue/import-item.ts';
import { DoneIcon } from './import-icons.tsx';
import classes from './item-row.module.css';
import { ItemThumbnail } from './item-thumbnail.tsx';

/** One file: its picture, its name, where it stands, and the way to take it off. */
export const ItemRow = memo(function ItemRow({ item }: { item: ImportItem }) {
  const { t } = useTranslation();
  const runner = useImportRunner();
  const isDone = item.status === 'saved' || item.status === 'known';
  return (
    <>
      <ItemThumbnail file={runner.fileOf(item.id)} />
      <div className={classes.text}>
        <span className={classes.name} title={item.name}>
          {item.name}
        </span>
        <ItemStatus item={item} />
        {item.status === 'sending' && <ProgressBar percent={percentOf(item)} label={item.name} />}
      </div>
      {isDone ? (
        <DoneIcon />
      ) : (
        <button
          type="button"
          className={classes.remove}
          aria-label={t('import.remove', { name: item.name })}
          onClick={() => runner.remove(item.id)}
        >
          <CloseIcon size={16} />
        </button>
      )}
    </>
  );
});

function ItemStatus({ item }: { item: ImportItem }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (hasProblem(item)) {
    return <span className={classes.problem}>{t(`import.reasons.${item.reason ?? 'unexpected'}`)}</span>;
  }
  const size = formatBytes(item.bytes, locale);
  const status = t(`import.status.${item.status}`, { percent: percentOf(item) });
  return <span className={classes.status}>{`${status} · ${size}`}</span>;
}

/** Percent that arrived; all of it is said only when the server has it. */
function percentOf({ sent, bytes }: ImportItem): number {
  return Math.min(99, Math.floor((sent / Math.max(bytes, 1)) * 100));
}
