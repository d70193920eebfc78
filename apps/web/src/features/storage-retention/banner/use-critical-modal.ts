import { type StorageAccount, storageStatusOf } from '@keepsake/contracts';
import { useEffect } from 'react';
import { openStorage } from '../storage-opener.ts';

const FLAG = 'shouldShowReactivationModal';

/** Opens the modal by itself, once per session, when the photos are soon to go [RET-11, RET-12]. */
export function useCriticalModal(account: StorageAccount | undefined): void {
  const isCritical =
    account !== undefined &&
    account.hidden === null &&
    account.photosCount > 0 &&
    storageStatusOf(account).status === 'critical';
  useEffect(() => {
    if (!isCritical || sessionStorage.getItem(FLAG) === 'false') return;
    sessionStorage.setItem(FLAG, 'false');
    openStorage();
  }, [isCritical]);
}
