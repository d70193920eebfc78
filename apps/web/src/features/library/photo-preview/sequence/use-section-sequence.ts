import type { Photo } from '@keepsake/contracts/library/photos';
import { useEffect, useMemo, useRef } from 'react';
import {
  NO_SECTIONS,
  type PhotoSource,
  type SourceSection,
  useFreshPhotos,
  useHiddenIn,
  usePhotoStore,
} from '#/features/library/photo-store/index.ts';
import type { Scope } from '#/features/library/state/index.ts';
import { useFilmstripReach } from '../use-room.ts';
import type { PreviewSequence } from './preview-sequence.ts';
import { viewSections } from './section-view.ts';
import type { ListIndex, Sections } from './section-walk.ts';

type Options = {
  photoId: string;
  /** Name of the view whose loaded photos are reused. */
  view: string;
  source: PhotoSource;
  /** Undefined while they are loading. */
  sections: readonly SourceSection[] | undefined;
  /** Section of the photo, as soon as it is known. */
  sectionKey: string | undefined;
  early?: Photo | undefined;
  scope?: Scope;
};

/** A list in sections, loaded only as far as a photo and its neighbours need. */
export function useSectionSequence(options: Options): PreviewSequence {
  const { photoId, view, source, sectionKey, early, scope } = options;
  const sections = options.sections ?? NO_SECTIONS;
  const { store, pages } = usePhotoStore(view, source, sections);
  useFreshPhotos(store);
  const hidden = useHiddenIn(scope);
  const reach = useFilmstripReach();
  const last = useRef<{ photoId: string; at: ListIndex; key: string | undefined }>(undefined);
  const { at, wanted, section, ...seen } = useMemo(() => {
    const list: Sections = { sections, pages, pageSize: source.pageSize, hidden };
    const existing = last.current?.photoId === photoId ? last.current : undefined;
    const requested = {
      photoId,
      lastKnown: existing?.at,
      sectionKey: sectionKey ?? existing?.key,
      early,
      reach,
    };
    return viewSections(list, requested);
  }, [sections, pages, source, hidden, photoId, sectionKey, early, reach]);

  useEffect(() => {
    if (at) last.current = { photoId, at, key: sections[at.section]?.key };
    store.want(wanted);
  }, [store, photoId, at, sections, wanted]);
  useEffect(() => store.stop, [store]);

  function retry() {
    for (const { section } of wanted) store.retry(section.key);
  }
  const selectedIn = section === undefined ? undefined : { view, section };
  const sequence = { ...seen, selectedIn, error: undefined, retry };
  if (options.sections) return sequence;
  const status = sequence.photo ? 'shown' : 'loading';
  return { ...sequence, status, previous: undefined, next: undefined };
}
