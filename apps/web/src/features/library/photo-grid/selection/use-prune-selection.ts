import { useEffect, useRef } from 'react';
import {
  idsOf,
  type PhotoSource,
  type PhotoStore,
  type SourceSection,
} from '#/features/library/photo-store/index.ts';
import { usePush } from '#/shared/push.ts';
import { removePhotos, retainPhotos } from './selection.ts';
import type { SelectionController } from './selection-controller.ts';
import type { ViewSelection } from './use-selection.ts';

type Options = {
  selection: Pick<ViewSelection, 'selection' | 'store' | 'controller'>;
  photos: Pick<PhotoStore, 'getState' | 'readLayouts'>;
  source: Pick<PhotoSource, 'key' | 'grouping'>;
  /** Undefined while they are loading. */
  sections: readonly SourceSection[] | undefined;
};

type Checked = { sourceKey: string; sections: ReadonlyMap<string, SourceSection> };

/**
 * Removes photos from the selection that no longer exist, because they were deleted elsewhere, or before a reload restored it.
 * One made in other sections is put into these first: another tab may have changed the sort.
 */
export function usePruneSelection({ selection, photos, source, sections }: Options): void {
  const { store, controller } = selection;
  const { key: sourceKey, grouping } = source;
  const { selected } = selection.selection;
  const latest = useRef(selected);
  latest.current = selected;
  /** The sections against which the selection was last checked; none for a restored one. */
  const checked = useRef<Checked>({ sourceKey, sections: new Map() });

  useEffect(() => {
    if (!sections) return;
    if (latest.current.size > 0 && store.grouping !== grouping) {
      const shown = { current: true };
      void import('./regroup.ts').then(({ regroup }) =>
        regroup({ store, photos, sections, grouping, shown }),
      );
      return () => {
        shown.current = false;
      };
    }
    store.grouping = grouping;
    const before = checked.current.sourceKey === sourceKey ? checked.current.sections : new Map();
    const now = new Map(sections.map((section) => [section.key, section]));
    checked.current = { sourceKey, sections: now };
    const keys = [...latest.current.keys()].filter((key) => isDoubtful(now.get(key), before.get(key)));
    for (const key of keys)
      if (!now.has(key)) controller.correct((current) => retainPhotos(current, key, []));
    void verify({ photos, controller, doubtful: sections.filter(({ key }) => keys.includes(key)) });
  }, [sections, sourceKey, grouping, photos, store, controller]);

  usePush('photos-changed', ({ data }) => {
    if (data.change !== 'deleted') return;
    const gone = new Set(data.photoIds);
    // There are no ids if there were too many to list; the new counts then trigger the check above.
    if (gone.size > 0) controller.correct((current) => removePhotos(current, gone));
  });
}

type Doubtful = Pick<Options, 'photos'> & {
  controller: SelectionController;
  doubtful: readonly SourceSection[];
};

/** Reads these sections anew. */
async function verify({ photos, controller, doubtful }: Doubtful): Promise<void> {
  await photos.readLayouts(doubtful);
  for (const { key } of doubtful) {
    const { layout, layoutStatus } = photos.getState()[key] ?? {};
    if (!layout || layoutStatus !== 'fulfilled') continue;
    controller.correct((current) => retainPhotos(current, key, idsOf(layout)));
  }
}

/** Photos may be missing unless the count only grew and the version stayed the same. */
const isDoubtful = (now: SourceSection | undefined, before: SourceSection | undefined) =>
  !now || !before || now.count < before.count || now.version !== before.version;
