import { useEffect, useRef } from 'react';
import { idsOf, type PhotoStore, type SourceSection } from '#/features/library/photo-store/index.ts';
import { usePush } from '#/shared/push.ts';
import { removePhotos, retainPhotos } from './selection.ts';
import type { ViewSelection } from './use-selection.ts';

type Options = {
  selection: Pick<ViewSelection, 'selection' | 'controller'>;
  photos: Pick<PhotoStore, 'getState' | 'readLayouts'>;
  sourceKey: string;
  /** Undefined while they are loading. */
  sections: readonly SourceSection[] | undefined;
};

type Checked = { sourceKey: string; sections: ReadonlyMap<string, SourceSection> };

/**
 * Removes photos from the selection that no longer exist, because they were deleted elsewhere, or before a reload restored it.
 */
export function usePruneSelection({ selection, photos, sourceKey, sections }: Options): void {
  const { controller } = selection;
  const { selected } = selection.selection;
  const latest = useRef(selected);
  latest.current = selected;
  /** The sections against which the selection was last checked; none for a restored one. */
  const checked = useRef<Checked>({ sourceKey, sections: new Map() });

  useEffect(() => {
    if (!sections) return;
    const before = checked.current.sourceKey === sourceKey ? checked.current.sections : new Map();
    const now = new Map(sections.map((section) => [section.key, section]));
    checked.current = { sourceKey, sections: now };
    const keys = [...latest.current.keys()].filter((key) => isDoubtful(now.get(key), before.get(key)));
    for (const key of keys)
      if (!now.has(key)) controller.correct((current) => retainPhotos(current, key, []));
    void verify(sections.filter(({ key }) => keys.includes(key)));

    async function verify(doubtful: readonly SourceSection[]): Promise<void> {
      await photos.readLayouts(doubtful);
      for (const { key } of doubtful) {
        const { layout, layoutStatus } = photos.getState()[key] ?? {};
        if (!layout || layoutStatus !== 'fulfilled') continue;
        controller.correct((current) => retainPhotos(current, key, idsOf(layout)));
      }
    }
  }, [sections, sourceKey, photos, controller]);

  usePush('photos-changed', ({ data }) => {
    if (data.change !== 'deleted') return;
    const gone = new Set(data.photoIds);
    // There are no ids if there were too many to list; the new counts then trigger the check above.
    if (gone.size > 0) controller.correct((current) => removePhotos(current, gone));
  });
}

/** Photos may be missing unless the count only grew and the version stayed the same. */
const isDoubtful = (now: SourceSection | undefined, before: SourceSection | undefined) =>
  !now || !before || now.count < before.count || now.version !== before.version;
