import { ADDRESS_COUNTRIES } from '@keepsake/contracts/account/address-formats';
import type { PostalAddress } from '@keepsake/contracts/account/postal-address';
import {
  type AddressUse,
  addAddress,
  changeAddress,
  type SavedAddress,
} from '@keepsake/contracts/account/saved-addresses';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { useCustomerName } from '#/shared/customer-query.ts';
import { showToast } from '#/shared/ui/toasts.tsx';
import { markOf } from '#/shared/ui/unsaved.ts';
import { useWayBack } from '#/shared/ui/way-back.ts';
import { useMutation } from '#/shared/use-mutation.ts';
import { AddressForm } from './address-form.tsx';
import classes from './addresses.module.css';
import { Address, plainAddressOf, savedAddressesQuery } from './saved-addresses.tsx';

type Props = {
  /** The address to change; absent: a new one is added. */
  saved?: SavedAddress;
  /** Whether a company is required. */
  isOfCompany?: boolean;
};

/** Form that saves an address [ADR-01, ADR-02] and then returns to the list. */
export default function SaveAddress({ saved, isOfCompany }: Props) {
  const { t } = useTranslation();
  const goBackTo = useWayBack();
  const { country } = useChannel();
  const name = useCustomerName();
  const [initial] = useState(() => (saved ? plainAddressOf(saved) : { country, name: name ?? '' }));
  const [uses, setUses] = useState<readonly AddressUse[]>(saved?.defaultFor ?? []);
  const { save, isSaving, error, now } = useSave(saved);
  const leave = () => void goBackTo('/settings/addresses/all');
  return (
    <div className={classes.form}>
      {now && (
        <div className={classes.now}>
          <h2>{t('addresses.now')}</h2>
          <Address address={now} />
        </div>
      )}
      <AddressForm
        initial={initial}
        required={isOfCompany ? OF_COMPANY : undefined}
        countries={[...new Set([...ADDRESS_COUNTRIES, initial.country])]}
        confirm={t('addresses.save')}
        sending={{ isSaving, error, failure: error && t(`addresses.failure.${kindOf(error)}`) }}
        onSubmit={(address) => save({ address, uses }, leave)}
        onCancel={leave}
      >
        <Uses chosen={uses} fixed={saved?.defaultFor ?? []} isSaving={isSaving} onChoose={setUses} />
      </AddressForm>
    </div>
  );
}

const OF_COMPANY = ['company'] as const;

type Requested = { address: PostalAddress; uses: readonly AddressUse[] };

/**
 * Saves once per press. If another tab has changed the address, the change is shown first; if it has deleted it, the next press
 * adds it again.
 */
function useSave(saved: SavedAddress | undefined) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [seen, setSeen] = useState(saved);
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ address, uses }: Requested, press) => {
      const body = { ...address, defaultFor: [...uses] };
      if (!seen) return call(addAddress, { body }, press);
      return call(changeAddress, {
        params: { addressId: seen.id },
        body: { ...body, version: seen.version },
      });
    },
    meta: { action: 'SAVE_ADDRESS', invalidates: ['Addresses'] },
  });
  const onError = (failure: Error) => {
    // By now the invalidated addresses have been reloaded.
    const addresses = client.getQueryData(savedAddressesQuery.queryKey);
    if (kindOf(failure) === 'gone') setSeen(undefined);
    else setSeen((before) => addresses?.find(({ id }) => id === before?.id) ?? before);
  };
  return {
    save: (requested: Requested, leave: () => void) =>
      mutate(requested, {
        onError,
        onSuccess() {
          showToast({ message: t('addresses.saved'), tone: 'success' });
          leave();
        },
      }),
    isSaving: isPending,
    error,
    now: seen && saved && seen.version !== saved.version ? seen : null,
  };
}

function kindOf(error: Error): 'full' | 'changedElsewhere' | 'gone' | 'notSaved' {
  const code = error instanceof ApiProblem ? error.code : '';
  if (code === 'not-found') return 'gone';
  if (code === 'too-many-addresses') return 'full';
  return code === 'conflict' ? 'changedElsewhere' : 'notSaved';
}

type UsesProps = {
  chosen: readonly AddressUse[];
  /** Uses it is already the default for, which can only be taken over by another address, not given up. */
  fixed: readonly AddressUse[];
  isSaving: boolean;
  onChoose: (uses: readonly AddressUse[]) => void;
};

function Uses({ chosen, fixed, isSaving, onChoose }: UsesProps) {
  const { t } = useTranslation();
  // Fixed uses stay chosen, so every other number of them is a choice.
  const isUnsaved = !isSaving && chosen.length !== fixed.length;
  return (
    <fieldset className={classes.uses} {...markOf(isUnsaved)}>
      {(['delivery', 'invoice'] as const).map((use) => (
        <label key={use} className={classes.use}>
          <input
            type="checkbox"
            checked={chosen.includes(use)}
            disabled={fixed.includes(use)}
            onChange={({ currentTarget: { checked } }) =>
              onChoose(checked ? [...chosen, use] : chosen.filter((one) => one !== use))
            }
          />
          {t(`addresses.use.${use}`)}
        </label>
      ))}
    </fieldset>
  );
}
