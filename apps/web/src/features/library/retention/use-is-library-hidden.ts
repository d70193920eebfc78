import { useStorageAccount } from './use-storage-account.ts';

/** Whether the time is over and the photos only wait for an order to be seen again. */
export function useIsLibraryHidden(): boolean {
  return Boolean(useStorageAccount()?.hidden);
}
