import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { CloseIcon } from '#/shared/ui/icons.tsx';
import { DoneIcon } from '#/shared/uploads/list/done-icon.tsx';
import classes from '#/shared/uploads/list/item-row.module.css';
import { ItemText } from '#/shared/uploads/list/item-text.tsx';
import { ItemThumbnail } from '#/shared/uploads/list/item-thumbnail.tsx';
import { type ImportItem, isRemovable } from '#/shared/uploads/queue/import-item.ts';
import { useImportRunner, useMarkItem } from '../import-context.ts';
import { SavedThumbnail } from './saved-thumbnail.tsx';
import { UndoIcon } from './undo-icon.tsx';

/** One file: its picture, its name, where it stands, and the way to take it off or, once saved, to mark it for removal. */
export const ItemRow = memo(function ItemRow({ item }: { item: ImportItem }) {
  const runner = useImportRunner();
  return (
    <div className={item.isMarked ? `${classes.line} ${classes.marked}` : classes.line}>
      <ItemThumbnail
        file={runner.fileOf(item.id)}
        instead={item.imageId ? <SavedThumbnail photoId={item.imageId} /> : undefined}
      />
      <ItemText item={item} />
      {item.status === 'saved' && !item.isMarked && <DoneIcon />}
      {item.status === 'known' ? <DoneIcon /> : <RemoveButton item={item} />}
    </div>
  );
});

/** What is saved is only marked, and kept again by the same button; it goes when the import is confirmed [IMP-11]. */
function RemoveButton({ item }: { item: ImportItem }) {
  const { t } = useTranslation();
  const runner = useImportRunner();
  const mark = useMarkItem();
  const { id, name, isMarked = false } = item;
  return (
    <button
      type="button"
      className={classes.remove}
      aria-label={t(isMarked ? 'import.keep' : 'import.remove', { name })}
      onClick={() => (isRemovable(item) ? mark(id, !isMarked) : runner.remove(id))}
    >
      {isMarked ? <UndoIcon /> : <CloseIcon size={16} />}
    </button>
  );
}
