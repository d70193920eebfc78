import { addAddress, type SavedAddress } from '@keepsake/contracts';
import { useTranslation } from 'react-i18next';
import { plainAddressOf } from '#/shared/addresses/saved-addresses.tsx';
import { call } from '#/shared/api/call.ts';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';

/** Undoes a deletion. The server keeps nothing of a deleted address, so it is added again as the default for the same uses. */
export function useUndoDeletion(): (address: SavedAddress) => void {
  const { t } = useTranslation();
  const { mutate } = useMutation({
    mutationFn: (deleted: SavedAddress, press) => {
      const body = { ...plainAddressOf(deleted), defaultFor: deleted.defaultFor };
      return call(addAddress, { body }, press);
    },
    meta: { action: 'RESTORE_ADDRESS', invalidates: ['Addresses'] },
    onSuccess: () => showToast({ message: t('addresses.restored'), tone: 'success' }),
    onError: () => showToast({ message: t('addresses.restoreFailed'), tone: 'failure' }),
  });
  return mutate;
}
