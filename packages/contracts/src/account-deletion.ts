/** What customers are told about before they delete their account, in the order in which it is told. */
export const DELETION_CONSEQUENCES = [
  'openOrders',
  'photos',
  'albums',
  'sharedAlbums',
  'projects',
  'onlineProducts',
  'vouchers',
  'addresses',
  'paymentMethods',
] as const;

export type DeletionConsequence = (typeof DELETION_CONSEQUENCES)[number];
