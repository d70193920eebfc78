import { create } from 'zustand';

/** An album that photos go straight into. */
export type TargetAlbum = { albumId: string; name: string };

type Opener = {
  isOpen: boolean;
  /** True from the first opening on: the rest of the feature is loaded then, and stays. */
  isWanted: boolean;
  /** The album that what is picked from now on goes into; null for the library alone. */
  album: TargetAlbum | null;
};

export const useImportOpener = create<Opener>(() => ({ isOpen: false, isWanted: false, album: null }));

/** Opens the import modal from anywhere [HDR-05]: photos for the library. */
export function openImport(): void {
  useImportOpener.setState({ isOpen: true, isWanted: true, album: null });
}

/** Opens the import modal for photos that go straight into an album, too. */
export function openAlbumImport(album: TargetAlbum): void {
  useImportOpener.setState({ isOpen: true, isWanted: true, album });
}

/** Opens it again as it was. */
export function reopenImport(): void {
  useImportOpener.setState({ isOpen: true });
}

/** Closes the modal; what is being uploaded goes on. */
export function closeImport(): void {
  useImportOpener.setState({ isOpen: false });
}
