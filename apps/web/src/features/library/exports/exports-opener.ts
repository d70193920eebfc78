import { create } from 'zustand';

/** Whether the export modal is open; `isWanted` stays while it closes. */
export const useExportsOpener = create<{ isWanted: boolean; isOpen: boolean }>(() => ({
  isWanted: false,
  isOpen: false,
}));

/** Asks whether the whole library shall be exported. */
export function openExport(): void {
  useExportsOpener.setState({ isWanted: true, isOpen: true });
}

export function closeExport(): void {
  useExportsOpener.setState({ isOpen: false });
}
