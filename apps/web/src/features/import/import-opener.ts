import { create } from 'zustand';

type Opener = {
  isOpen: boolean;
  /** True from the first opening on: the rest of the feature is loaded then, and stays. */
  isWanted: boolean;
};

export const useImportOpener = create<Opener>(() => ({ isOpen: false, isWanted: false }));

/** Opens the import modal from anywhere [HDR-05]. */
export function openImport(): void {
  useImportOpener.setState({ isOpen: true, isWanted: true });
}

/** Closes the modal; what is being uploaded goes on. */
export function closeImport(): void {
  useImportOpener.setState({ isOpen: false });
}
