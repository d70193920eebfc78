import { useEffect, useRef } from 'react';
import { usePush } from '#/shared/push/use-push.ts';
import { idsOf } from '../photos/decode-layout.ts';
import type { SourceSection } from '../photos/photo-source.ts';
import type { PhotoStore } from '../photos/photo-store.ts';
import { removePhotos, retainPhotos } from './selection.ts';
import type { ViewSelection } from './use-selection.ts';

type Options = {
  selection: Pick<ViewSelection, 'selection' | 'controller'>;
  photos: Pick<PhotoStore, 'getState' | 'readLayouts'>;
  sourceKey: string;
  /** Missing while they are on their way. */
  sections: readonly SourceSection[] | undefined;
};

type Checked = { sourceKey: string; counts: ReadonlyMap<string, number> };

/** Photos that are gone leave the selection: deleted on another device, or before a refresh brought it back. */
export function useLivingSelection({ selection, photos, sourceKey, sections }: Options): void {
  const { controller } = selection;
  const { selected } = selection.selection;
  const latest = useRef(selected);
  latest.current = selected;
  /** The sections when the selection was last held against them; a restored one was held against none. */
  const checked = useRef<Checked>({ sourceKey, counts: new Map() });

  useEffect(() => {
    if (!sections) return;
    const before = checked.current.sourceKey === sourceKey ? checked.current.counts : new Map();
    const counts = new Map(sections.map(({ key, count }) => [key, count]));
    checked.current = { sourceKey, counts };
    const keys = [...latest.current.keys()].filter((key) => isDoubtful(counts.get(key), before.get(key)));
    for (const key of keys) if (!counts.has(key)) controller.correct((now) => retainPhotos(now, key, []));
    void verify(sections.filter(({ key }) => keys.includes(key)));

    async function verify(doubtful: readonly SourceSection[]): Promise<void> {
      await photos.readLayouts(doubtful);
      for (const { key } of doubtful) {
        const { layout, layoutStatus } = photos.getState()[key] ?? {};
        if (!layout || layoutStatus !== 'fulfilled') continue;
        controller.correct((now) => retainPhotos(now, key, idsOf(layout)));
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

/** More photos than before take none away. */
const isDoubtful = (count: number | undefined, before: number | undefined) =>
  count === undefined || before === undefined || count < before;
