import { useQuery } from '@tanstack/react-query';
import { useFlag } from '#/shared/flags.tsx';
import { storageStatusQuery } from '#/shared/hidden-library.tsx';

/** What is known of the customer's storage; nothing while it is loading, unknown, or not shown at all [FLG-10, FLG-11]. */
export function useStorageAccount() {
  const isShown = useFlag('ReactivationEnabled');
  const isMock = useFlag('UseReactivationMockData');
  // The day may have changed, and an order may have been placed elsewhere, while the page was out of sight.
  const { data } = useQuery({
    ...storageStatusQuery({ isMock }),
    enabled: isShown,
    refetchOnWindowFocus: 'always',
  });
  return isShown ? data : undefined;
}

/** Whether the time is over and the photos only wait for an order to be seen again. */
export function useIsLibraryHidden(): boolean {
  return Boolean(useStorageAccount()?.hidden);
}
