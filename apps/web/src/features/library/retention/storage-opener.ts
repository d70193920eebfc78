import { create } from 'zustand';

/** Whether the storage modal is open; `isWanted` stays while it closes. */
export const useStorageOpener = create<{ isWanted: boolean; isOpen: boolean }>(() => ({
  isWanted: false,
  isOpen: false,
}));

export function openStorage(): void {
  useStorageOpener.setState({ isWanted: true, isOpen: true });
}

export function closeStorage(): void {
  useStorageOpener.setState({ isOpen: false });
}
