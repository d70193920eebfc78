import { fullnessOf } from '@keepsake/contracts/library/photos';
import { storageStatusOf } from '@keepsake/contracts/library/retention';
import type { OverviewValue } from '@keepsake/contracts/overview';
import { QuotaNotice } from '#/features/library/state/index.ts';
import { useFlag } from '#/shared/flags.tsx';
import { StorageNotice } from './storage-notice.tsx';
import classes from './urgent-storage.module.css';

/** Warns when either the storage time or the space is about to run out [FLG-10]. */
export function UrgentStorage({ value: { account, counts } }: { value: OverviewValue<'storage'> }) {
  const isShown = useFlag('ReactivationEnabled');
  const isMock = useFlag('UseReactivationMockData');
  const isEnding = account.photosCount > 0 && storageStatusOf(account).status !== 'safe';
  const isNoticed = isShown && !isMock && (account.hidden !== null || isEnding);
  const isFull = fullnessOf(counts) !== null;
  if (!isNoticed && !isFull) return null;
  return (
    <div className={classes.notices}>
      {isNoticed && <StorageNotice account={account} isElsewhere />}
      {counts.quota && <QuotaNotice photosCount={counts.photosCount} quota={counts.quota} />}
    </div>
  );
}
