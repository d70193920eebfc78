import { create } from 'zustand';

type Opener = {
  isOpen: boolean;
  /** True from the first opening on: the rest of the feature is loaded then, and stays. */
  isWanted: boolean;
  /** The album that what is picked from now on goes into; null for the library alone. */
  albumId: string | null;
};

export const useImportOpener = create<Opener>(() => ({ isOpen: false, isWanted: false, albumId: null }));

/** Opens the import modal from anywhere [HDR-05]: photos for the library. */
export function openImport(): void {
  useImportOpener.setState({ isOpen: true, isWanted: true, albumId: null });
}

/** Opens the import modal for photos that go straight into an album, too. */
export function openAlbumImport(albumId: string): void {
  useImportOpener.setState({ isOpen: true, isWanted: true, albumId });
}

/** Opens it again as it was. */
export function reopenImport(): void {
  useImportOpener.setState({ isOpen: true });
}

/** Closes the modal; what is being uploaded goes on. */
export function closeImport(): void {
  useImportOpener.setState({ isOpen: false });
}
