import { keptLongerByOrdering, type StorageAccount } from '@keepsake/contracts/library/retention';
import { useQuery } from '@tanstack/react-query';
import { storageStatusQuery } from '#/features/library/state/index.ts';
import { useShopUrl } from '#/shared/channel-links.tsx';
import { useChannel, useConfiguration } from '#/shared/configuration.tsx';
import { useIsBlocked } from '#/shared/customer-query.ts';
import { useFlag } from '#/shared/flags.tsx';

/** The customer's storage account; undefined while loading, after a failure, and without the flag [FLG-10, FLG-11]. */
export function useStorageAccount() {
  const isShown = useIsStorageEnding();
  const isMock = useFlag('UseReactivationMockData');
  // While the page was hidden, a day may have passed or an order may have been placed elsewhere.
  const { data } = useQuery({
    ...storageStatusQuery({ isMock }),
    enabled: isShown,
    refetchOnWindowFocus: 'always',
  });
  return isShown ? data : undefined;
}

/** Whether photos expire at all: a brand that keeps them forever shows nothing about it. */
export function useIsStorageEnding(): boolean {
  const isOn = useFlag('ReactivationEnabled');
  return useChannel().storageMonths !== null && isOn;
}

/** Page that picks the customer's own photos for prints. */
const ORDER_OWN_PHOTOS = '/my-photos/order-prints';

/** Where an order keeps the photos: prints of them, or the shop while there are none to print; null if nothing can be ordered. */
export function useOrderUrl(account: StorageAccount | undefined): string | null {
  const shopUrl = useShopUrl();
  const { editorUrl } = useConfiguration();
  const isBlocked = useIsBlocked();
  const isPrinting = useFlag('PhotoManagementOrderPrintsEnabled') && editorUrl !== null && !isBlocked;
  const hasPhotos = account !== undefined && account.photosCount > 0 && account.hidden === null;
  return isPrinting && hasPhotos ? ORDER_OWN_PHOTOS : shopUrl;
}

/** Until when an order today would keep the photos; null if that changes nothing, or nothing can be ordered. */
export function useStoredByOrdering(account: StorageAccount): string | null {
  const isBlocked = useIsBlocked();
  return isBlocked ? null : keptLongerByOrdering(account);
}

/** Whether the storage time is over: the photos are hidden until the next order. */
export function useIsLibraryHidden(): boolean {
  return Boolean(useStorageAccount()?.hidden);
}
