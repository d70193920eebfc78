import type { Photo } from '@keepsake/contracts/library/photos';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { findLoadedPhoto, useHiddenIn } from '#/features/library/photo-store/index.ts';
import { photoQuery, type TimelineView } from '#/features/library/photos/index.ts';
import { isGone } from '#/shared/api/api-problem.ts';
import { usePush } from '#/shared/push.ts';
import { useFilmstripReach } from '../use-room.ts';
import { type FlatList, viewFlat } from './flat-list.ts';
import { createFlatStore, type FlatStore } from './flat-store.ts';
import type { PreviewSequence } from './preview-sequence.ts';

const NOTHING = createStore<FlatList>(() => ({
  photos: [],
  before: { cursor: undefined, status: 'pending' },
  after: { cursor: undefined, status: 'pending' },
}));

/** The library as one list in upload order [PRV-25]. */
export function useFlatSequence(photoId: string, view: TimelineView): PreviewSequence {
  const client = useQueryClient();
  const [openedId] = useState(photoId);
  const [existing] = useState(() => findLoadedPhoto(client, openedId)?.photo);
  const requested = useQuery(photoQuery(openedId, existing));
  const flat = useFlatStore(existing ?? requested.data, view);
  const list = useStore(flat?.store ?? NOTHING);
  const hidden = useHiddenIn();
  const reach = useFilmstripReach();
  const lastIndex = useRef(0);
  const { index, sequence, wanted } = useMemo(
    () => viewFlat(list, { photoId, lastIndex: lastIndex.current, hidden, reach }),
    [list, photoId, hidden, reach],
  );

  useEffect(() => {
    if (index >= 0) lastIndex.current = index;
    for (const side of wanted) void flat?.fetchMore(side);
  }, [flat, index, wanted]);

  const retry = () => {
    if (requested.error) void requested.refetch();
    for (const side of ['before', 'after'] as const) {
      if (list[side].status === 'rejected') void flat?.fetchMore(side);
    }
  };
  const early = isGone(requested.error) ? 'missing' : requested.error ? 'failed' : 'loading';
  const status = flat ? sequence.status : early;
  const loaded = sequence.photo && findLoadedPhoto(client, sequence.photo.imageId);
  const selectedIn = loaded?.view === 'timeline' ? { view: loaded.view, section: loaded.section } : undefined;
  return { ...sequence, status, selectedIn, error: requested.error, retry };
}

function useFlatStore(opened: Photo | undefined, view: TimelineView): FlatStore | undefined {
  const [flat, setFlat] = useState<FlatStore>();
  const [first, setFirst] = useState(opened);
  // The list starts from the first answer; later answers about the same photo do not restart it.
  if (!first && opened) setFirst(opened);
  useEffect(() => {
    if (!first) return;
    const created = createFlatStore(first, view);
    setFlat(created);
    return created.stop;
  }, [first, view]);
  usePush('photos-changed', ({ data: { change, photoIds } }) => {
    const { filter } = view;
    const isGoneFromView =
      change === 'deleted' ||
      (change === 'ordered' && filter && filter !== 'favourites') ||
      (change === 'unfavourite' && filter && filter !== 'notPrinted');
    if (isGoneFromView) flat?.dispatch({ type: 'remove', photoIds: new Set(photoIds) });
    else if (change === 'added') flat?.dispatch({ type: 'reopen' });
    else void flat?.refresh(photoIds);
  });
  return flat;
}
