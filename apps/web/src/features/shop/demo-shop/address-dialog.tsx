import type { PostalAddress } from '@keepsake/contracts/account/postal-address';
import { useTranslation } from 'react-i18next';
import { AddressForm } from '#/features/account/addresses/index.ts';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { Dialog } from '#/shared/ui/dialog.tsx';

type Props = DialogProps & { address: PostalAddress; onChange: (address: PostalAddress) => void };

/** Asks for a delivery address, which is only sent with the order. */
export default function AddressDialog({ isOpen, onClose, address, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('demoShop.addressTitle')} width={560}>
      <AddressForm
        initial={address}
        confirm={t('demoShop.useAddress')}
        sending={{ isSaving: false, error: null, failure: null }}
        onSubmit={(typed) => {
          onChange(typed);
          onClose();
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
}
