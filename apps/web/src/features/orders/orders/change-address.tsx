import { changeDeliveryAddress } from '@keepsake/contracts/orders/address-change';
import type { DeliveryAddress } from '@keepsake/contracts/orders/delivery-address';
import type { BodyOf } from '@keepsake/contracts/platform/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressForm, SavedAddressChoice } from '#/features/account/addresses/index.ts';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { useMutation } from '#/shared/use-mutation.ts';
import { orderQuery } from './queries.ts';

type Props = {
  orderCode: string;
  address: DeliveryAddress;
  onSending: (isSending: boolean) => void;
  onDone: () => void;
  onCancel: () => void;
};

/** Form that requests another delivery address, prefilled with the last one typed so that it can be corrected. */
export default function ChangeAddress({ orderCode, address, onSending, onDone, onCancel }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  // Version of the address the customer has seen: a change by another tab is reported instead of overwritten.
  const [version, setVersion] = useState(address.version);
  const [initial, setInitial] = useState(() => address.requested ?? addressOf(address));
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: BodyOf<typeof changeDeliveryAddress>) =>
      call(changeDeliveryAddress, { params: { orderCode }, body }),
    meta: { action: 'CHANGE_DELIVERY_ADDRESS', invalidates: ['Orders'] },
  });
  const onError = () => {
    onSending(false);
    // By now the invalidated order has been reloaded.
    const order = client.getQueryData(orderQuery(orderCode).queryKey);
    setVersion(order?.deliveryAddress?.version ?? version);
  };
  return (
    <>
      <SavedAddressChoice country={address.country} onChoose={setInitial} />
      <AddressForm
        // Remounts the form when a saved address is chosen, replacing what was typed.
        key={JSON.stringify(initial)}
        initial={initial}
        confirm={t('orders.address.send')}
        sending={{
          isSaving: isPending,
          error,
          failure: error && t(`orders.address.failure.${kindOf(error)}`),
        }}
        onSubmit={(typed) => {
          onSending(true);
          mutate({ ...typed, version }, { onSuccess: onDone, onError });
        }}
        onCancel={onCancel}
      />
    </>
  );
}

function addressOf({
  changeState,
  version,
  changeableUntil,
  requested,
  refusal,
  isUnreached,
  ...address
}: DeliveryAddress) {
  return address;
}

function kindOf(error: Error): 'tooLate' | 'changedElsewhere' | 'notSent' {
  const code = error instanceof ApiProblem ? error.code : '';
  if (code === 'address-fixed') return 'tooLate';
  return code === 'conflict' ? 'changedElsewhere' : 'notSent';
}
