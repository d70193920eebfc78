import { type ImportItem, isSaved } from './import-item.ts';
import type { ImportEvent, ImportQueue } from './import-queue.ts';

type Options = {
  read: () => ImportQueue;
  dispatch: (event: ImportEvent) => void;
  nextId: () => number;
};

export type ShownPhotos = ReturnType<typeof createShownPhotos>;

/**
 * Tracks which saved photos can be displayed. That is only known shortly after they are saved, when thumbnails are made: the
 * news may arrive before the answer that a photo is saved, or after it has left the list.
 */
export function createShownPhotos({ read, dispatch, nextId }: Options) {
  const known = new Map<string, boolean>();
  /** Photos that left the list before the outcome was known. */
  const unlisted = new Map<string, ImportItem>();
  const isAwaited = ({ status, imageId }: ImportItem) =>
    isSaved({ status }) && imageId && !known.has(imageId);

  /** Lists photos again that turn out not to be displayable, because somebody has to see that. */
  function relist(shown: ReadonlyMap<string, boolean>) {
    const items = [...shown].flatMap(([imageId, canBeShown]) => {
      const item = unlisted.get(imageId);
      unlisted.delete(imageId);
      return item && !canBeShown ? [{ ...item, id: nextId(), canBeShown }] : [];
    });
    if (items.length > 0) dispatch({ type: 'added', items });
  }
  return {
    /** Records news about photos, whoever added them. */
    note(shown: ReadonlyMap<string, boolean>): void {
      const changed = [...shown].filter(([id, canBeShown]) => canBeShown !== (known.get(id) ?? true));
      for (const [id, canBeShown] of shown) known.set(id, canBeShown);
      if (changed.length > 0) dispatch({ type: 'shown', shown: new Map(changed) });
      relist(shown);
    },
    /** What is already known about a newly listed photo; usually nothing. */
    recall: (imageId: string): Pick<ImportItem, 'canBeShown'> =>
      known.get(imageId) === false ? { canBeShown: false } : {},
    /** Remembers undecided items that leave the list. */
    unlist(items: readonly ImportItem[]): void {
      for (const item of items) if (item.imageId && isAwaited(item)) unlisted.set(item.imageId, item);
    },
    /** Photos still undecided, oldest first. */
    awaited(): string[] {
      return [...unlisted.values(), ...read().items.filter(isAwaited)].flatMap(
        ({ imageId }) => imageId ?? [],
      );
    },
  };
}
