import { fullnessOf, type OverviewValue, storageStatusOf } from '@keepsake/contracts';
import type { Deps } from './deps.ts';
import { readStorageAccount } from './routes.ts';
import { channelOf } from './store.ts';

/** The part of the overview about a customer's storage; null while there is time and room left, or nothing can end. */
export async function readUrgentStorage(
  deps: Deps,
  userId: string,
): Promise<OverviewValue<'storage'> | null> {
  const [account, counts] = await Promise.all([readStorageAccount(deps, userId), deps.readCounts(userId)]);
  const { retention } = await channelOf(deps.db, userId);
  const isEnding =
    retention !== 'off' && account.photosCount > 0 && storageStatusOf(account).status !== 'safe';
  const isUrgent = account.hidden !== null || isEnding || fullnessOf(counts) !== null;
  return isUrgent ? { account, counts } : null;
}
