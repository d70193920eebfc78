import { getPhoto } from '@keepsake/contracts/library/photos';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import {
  type ImportItem,
  ItemText,
  ItemThumbnail,
  isRemovable,
  isSaved,
  SavedIcon,
} from '#/features/library/upload-queue/index.ts';
import { call } from '#/shared/api/call.ts';
import { onlyIf } from '#/shared/push.ts';
import { CloseIcon, DeleteIcon, drawing, PhotosIcon } from '#/shared/ui/icons.tsx';
import classes from '#/shared/ui/item-row.module.css';
import { REQUESTED_EVERY_MS } from './follow-shown-photos.ts';
import { useImport } from './import-session.ts';

declare module '#/shared/api/query-tags.ts' {
  interface QueryTags {
    ImportedPhoto: unknown;
  }
}

/** One file: picture, name and status, and a button that removes it or, once saved, marks it for removal. */
export const ItemRow = memo(function ItemRow({ item }: { item: ImportItem }) {
  const { runner, store } = useImport();
  const isPaused = useStore(store, ({ pause }) => pause !== null);
  return (
    <div className={item.isMarked ? `${classes.line} ${classes.marked}` : classes.line}>
      <ItemThumbnail
        file={runner.fileOf(item.id)}
        instead={item.imageId ? <SavedThumbnail photoId={item.imageId} /> : undefined}
      />
      <ItemText item={item} isPaused={isPaused} />
      {isSaved(item) && !item.isMarked && <SavedIcon item={item} />}
      {(isRemovable(item) || !isSaved(item)) && <RemoveButton item={item} />}
    </div>
  );
});

/**
 * Removes a file from the list. A saved photo is only marked, and removed on confirmation [IMP-11]; pressing again unmarks it.
 */
function RemoveButton({ item }: { item: ImportItem }) {
  const { t } = useTranslation();
  const { runner } = useImport();
  const { id, name, isMarked = false } = item;
  const canMark = isRemovable(item);
  const label = t(canMark ? (isMarked ? 'import.keep' : 'import.mark') : 'import.takeOff', { name });
  return (
    <button
      type="button"
      className={classes.remove}
      aria-label={label}
      title={label}
      onClick={() => (canMark ? runner.mark(id, !isMarked) : runner.remove(id))}
    >
      {!canMark && <CloseIcon size={16} />}
      {canMark && (isMarked ? <UndoIcon /> : <DeleteIcon size={18} />)}
    </button>
  );
}

/** The smallest thumbnail of a photo in the library; an icon until it is made. */
function SavedThumbnail({ photoId }: { photoId: string }) {
  const { data: photo } = useQuery({
    queryKey: ['ImportedPhoto', photoId],
    meta: {
      concerns: onlyIf(
        'photos-changed',
        ({ data }) => data.change === 'ready' && data.photoIds.includes(photoId),
      ),
    },
    queryFn: ({ signal }) => call(getPhoto, { params: { photoId } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.thumbnailState === 'loading' ? REQUESTED_EVERY_MS : false),
  });
  const smallest = photo?.thumbnails.find(({ id }) => id === 300);
  return smallest ? <img src={smallest.url} alt="" /> : <PhotosIcon size={20} />;
}

const UndoIcon = drawing('M8.5 5.5 4.5 9.5l4 4M4.5 9.5h9a5 5 0 0 1 0 10H9', { size: 18 });
