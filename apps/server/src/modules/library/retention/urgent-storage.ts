import { fullnessOf, type OverviewValue, storageStatusOf } from '@keepsake/contracts';
import type { Deps } from './deps.ts';
import { readStorageAccount } from './routes.ts';

/** What the overview tells of a customer's storage; null while there is time and room, and nothing that could end. */
export async function readUrgentStorage(
  deps: Deps,
  userId: string,
): Promise<OverviewValue<'storage'> | null> {
  const [account, counts] = await Promise.all([readStorageAccount(deps, userId), deps.readCounts(userId)]);
  const isEnding = account.photosCount > 0 && storageStatusOf(account).status !== 'safe';
  const isUrgent = account.hidden !== null || isEnding || fullnessOf(counts) !== null;
  return isUrgent ? { account, counts } : null;
}
