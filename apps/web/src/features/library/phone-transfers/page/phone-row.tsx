import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { CloseIcon } from '#/shared/ui/icons.tsx';
import { DoneIcon } from '#/shared/uploads/list/done-icon.tsx';
import classes from '#/shared/uploads/list/item-row.module.css';
import { ItemText } from '#/shared/uploads/list/item-text.tsx';
import { ItemThumbnail } from '#/shared/uploads/list/item-thumbnail.tsx';
import type { ImportItem } from '#/shared/uploads/queue/import-item.ts';

type Props = { item: ImportItem; file: File | undefined; onRemove: () => void };

/** One photo on its way; until it has arrived it can be taken off. */
export const PhoneRow = memo(function PhoneRow({ item, file, onRemove }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.line}>
      <ItemThumbnail file={file} />
      <ItemText item={item} />
      {item.status === 'saved' ? (
        <DoneIcon />
      ) : (
        <button
          type="button"
          className={classes.remove}
          aria-label={t('import.remove', { name: item.name })}
          onClick={onRemove}
        >
          <CloseIcon size={16} />
        </button>
      )}
    </div>
  );
});
