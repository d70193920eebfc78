import { useEffect } from 'react';
import { create } from 'zustand';
import type { TargetAlbum } from './import-session.ts';

type Target = {
  /** The album of the page, if it has one that takes photos. */
  album?: TargetAlbum;
  /** Whether it has one that takes none. */
  isReadOnly?: boolean;
};

const useTarget = create<{ target: Target }>(() => ({ target: {} }));

/** While a page of an album is open, what is dropped on it or added by the bar for thumbs is added to that album. */
export function usePageAlbum({ albumId, name }: TargetAlbum): void {
  useEffect(() => aimAt({ album: { albumId, name } }), [albumId, name]);
}

/** While a page of an album that takes no photos is open, they are added to the library, and a drop is told so. */
export function useReadOnlyPageAlbum(): void {
  useEffect(() => aimAt({ isReadOnly: true }), []);
}

/** Returns the function that ends it. */
function aimAt(target: Target): () => void {
  useTarget.setState({ target });
  return () => useTarget.setState({ target: {} });
}

/** The album of the page that is open. */
export const useTargetOfPage = (): Target => useTarget(({ target }) => target);
