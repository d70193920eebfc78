import { type StorageAccount, storageStatusOf } from '@keepsake/contracts/library/retention';
import { useEffect, useEffectEvent } from 'react';
import { visitStorage } from '#/shared/surviving-storage.ts';
import { useIsDialogOpen } from '#/shared/ui/layers.ts';
import { useStorageAccount } from './queries.ts';
import { StorageNotice } from './storage-notice.tsx';

/** The notice above the photos, which opens the storage status automatically once it is critical. */
export default function StorageBanner({ onCritical }: { onCritical: () => void }) {
  const account = useStorageAccount();
  useOnceCritical(account, onCritical);
  return account && !account.hidden && <StorageNotice account={account} />;
}

const SESSION_FLAG = 'shouldShowReactivationModal';

/** Calls back once per session when the status is critical [RET-11, RET-12], but not while a dialog is open. */
function useOnceCritical(account: StorageAccount | undefined, onCritical: () => void): void {
  const isCovered = useIsDialogOpen();
  const isCritical =
    account !== undefined &&
    account.hidden === null &&
    account.photosCount > 0 &&
    storageStatusOf(account).status === 'critical';
  const show = useEffectEvent(onCritical);
  useEffect(() => {
    if (!isCritical || isCovered || visitStorage.getItem(SESSION_FLAG) === 'false') return;
    visitStorage.setItem(SESSION_FLAG, 'false');
    show();
  }, [isCritical, isCovered]);
}
