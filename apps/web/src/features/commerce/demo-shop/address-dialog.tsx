import type { OrderAddress } from '@keepsake/contracts';
import { useTranslation } from 'react-i18next';
import { AddressForm } from '#/shared/addresses/address-form.tsx';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { Dialog } from '#/shared/ui/dialog.tsx';

type Props = DialogProps & { address: OrderAddress; onChange: (address: OrderAddress) => void };

/** Asks where an order is brought to; nothing is sent before the order is. */
export default function AddressDialog({ isOpen, onClose, address, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('demoShop.addressTitle')} width={560}>
      <AddressForm
        initial={address}
        confirm={t('demoShop.useAddress')}
        sending={{ isSaving: false, failure: null }}
        onSubmit={(typed) => {
          onChange(typed);
          onClose();
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
}
