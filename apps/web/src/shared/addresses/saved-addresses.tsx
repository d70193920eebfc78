import { addressLines, getAddresses, type OrderAddress, type SavedAddress } from '@keepsake/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/call.ts';
import { Select } from '../ui/select.tsx';
import classes from './address-form.module.css';

declare module '../api/query-tags.ts' {
  interface QueryTags {
    Addresses: unknown;
  }
}

/** The addresses that the customer keeps, the defaults first. */
export const savedAddressesQuery = queryOptions({
  queryKey: ['Addresses'],
  meta: { action: 'LOAD_ADDRESSES' },
  queryFn: async ({ signal }) => (await call(getAddresses, {}, { signal })).addresses,
});

/** An address in one line. */
export const addressInLine = (address: OrderAddress): string => addressLines(address).join(', ');

/** What an address is without what is kept about it. */
export function plainAddressOf({ id: _, version: _version, defaultFor: _uses, ...address }: SavedAddress) {
  return address;
}

type Props = {
  /** The only one that can be chosen from. */
  country: string;
  onChoose: (address: OrderAddress) => void;
};

/** Offers the addresses that the customer keeps, where one is asked for; nothing while there are none. */
export function SavedAddressChoice({ country, onChoose }: Props) {
  const { t } = useTranslation();
  const { data = [] } = useQuery(savedAddressesQuery);
  const [chosen, setChosen] = useState('');
  const fitting = data.filter((address) => address.country === country);
  if (fitting.length === 0) return null;
  const choices = fitting.map((address) => ({ value: address.id, label: addressInLine(address) }));
  return (
    <div className={classes.country}>
      <span className={classes.label} aria-hidden="true">
        {t('address.fromSaved')}
      </span>
      <Select
        label={t('address.fromSaved')}
        value={chosen}
        choices={[{ value: '', label: t('address.choose') }, ...choices]}
        onChange={(id) => {
          setChosen(id);
          const address = fitting.find((one) => one.id === id);
          if (address) onChoose(plainAddressOf(address));
        }}
      />
    </div>
  );
}
