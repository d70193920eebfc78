import type { StorageAccount } from '@keepsake/contracts/library/retention';
import { useQuery } from '@tanstack/react-query';
import { storageStatusQuery } from '#/features/library/state/index.ts';
import { useShopUrl } from '#/shared/channel-links.tsx';
import { useChannel, useConfiguration } from '#/shared/configuration.tsx';
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

/** Where an order keeps the photos: prints of them, or the shop while there are none to print; null if there is neither. */
export function useOrderUrl(account: StorageAccount | undefined): string | null {
  const shopUrl = useShopUrl();
  const { editorUrl } = useConfiguration();
  const isPrinting = useFlag('PhotoManagementOrderPrintsEnabled') && editorUrl !== null;
  const hasPhotos = account !== undefined && account.photosCount > 0 && account.hidden === null;
  return isPrinting && hasPhotos ? ORDER_OWN_PHOTOS : shopUrl;
}

/** Whether the storage time is over: the photos are hidden until the next order. */
export function useIsLibraryHidden(): boolean {
  return Boolean(useStorageAccount()?.hidden);
}
