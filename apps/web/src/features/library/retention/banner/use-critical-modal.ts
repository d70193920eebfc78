import { type StorageAccount, storageStatusOf } from '@keepsake/contracts';
import { useEffect } from 'react';
import { useIsModalOpen } from '#/shared/ui/modal/modal-stack.ts';
import { openStorage } from '../storage-opener.ts';

const FLAG = 'shouldShowReactivationModal';

/** Opens the modal by itself, once per session, when the photos are soon to go [RET-11, RET-12]; over no other one. */
export function useCriticalModal(account: StorageAccount | undefined): void {
  const isCovered = useIsModalOpen();
  const isCritical =
    account !== undefined &&
    account.hidden === null &&
    account.photosCount > 0 &&
    storageStatusOf(account).status === 'critical';
  useEffect(() => {
    if (!isCritical || isCovered || sessionStorage.getItem(FLAG) === 'false') return;
    sessionStorage.setItem(FLAG, 'false');
    openStorage();
  }, [isCritical, isCovered]);
}
