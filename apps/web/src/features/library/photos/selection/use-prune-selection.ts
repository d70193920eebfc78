import { useEffect, useRef } from 'react';
import { usePush } from '#/shared/push.ts';
import { idsOf } from '../store/decode-layout.ts';
import type { SourceSection } from '../store/photo-source.ts';
import type { PhotoStore } from '../store/photo-store.ts';
import { removePhotos, retainPhotos } from './selection.ts';
import type { ViewSelection } from './use-selection.ts';

type Options = {
  selection: Pick<ViewSelection, 'selection' | 'controller'>;
  photos: Pick<PhotoStore, 'getState' | 'readLayouts'>;
  sourceKey: string;
  /** Missing while they are on their way. */
  sections: readonly SourceSection[] | undefined;
};

type Checked = { sourceKey: string; sections: ReadonlyMap<string, SourceSection> };

/** Photos that are gone leave the selection: deleted on another device, or before a refresh brought it back. */
export function usePruneSelection({ selection, photos, sourceKey, sections }: Options): void {
  const { controller } = selection;
  const { selected } = selection.selection;
  const latest = useRef(selected);
  latest.current = selected;
  /** The sections when the selection was last held against them; a restored one was held against none. */
  const checked = useRef<Checked>({ sourceKey, sections: new Map() });

  useEffect(() => {
    if (!sections) return;
    const before = checked.current.sourceKey === sourceKey ? checked.current.sections : new Map();
    const now = new Map(sections.map((section) => [section.key, section]));
    checked.current = { sourceKey, sections: now };
    const keys = [...latest.current.keys()].filter((key) => isDoubtful(now.get(key), before.get(key)));
    for (const key of keys) if (!now.has(key)) controller.correct((held) => retainPhotos(held, key, []));
    void verify(sections.filter(({ key }) => keys.includes(key)));

    async function verify(doubtful: readonly SourceSection[]): Promise<void> {
      await photos.readLayouts(doubtful);
      for (const { key } of doubtful) {
        const { layout, layoutStatus } = photos.getState()[key] ?? {};
        if (!layout || layoutStatus !== 'fulfilled') continue;
        controller.correct((held) => retainPhotos(held, key, idsOf(layout)));
      }
    }
  }, [sections, sourceKey, photos, controller]);

  usePush('photos-changed', ({ data }) => {
    if (data.change !== 'deleted') return;
    const gone = new Set(data.photoIds);
    // Too many to be listed: what is left is found out when the counts have come.
    if (gone.size > 0) controller.correct((now) => removePhotos(now, gone));
  });
}

/** More photos than before take none away, unless others may have gone at the same time. */
const isDoubtful = (now: SourceSection | undefined, before: SourceSection | undefined) =>
  !now || !before || now.count < before.count || now.version !== before.version;
