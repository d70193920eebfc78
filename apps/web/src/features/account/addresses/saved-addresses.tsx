import { addressLines } from '@keepsake/contracts/account/address-formats';
import type { PostalAddress } from '@keepsake/contracts/account/postal-address';
import { getAddresses, type SavedAddress } from '@keepsake/contracts/account/saved-addresses';
import { displayNames } from '@keepsake/contracts/platform/formats';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { useLocale } from '#/shared/format.ts';
import { Select } from '#/shared/ui/select.tsx';
import classes from './address-form.module.css';
import ownClasses from './addresses.module.css';

declare module '#/shared/api/query-tags.ts' {
  interface QueryTags {
    Addresses: unknown;
  }
}

/** The customer's saved addresses, defaults first. */
export const savedAddressesQuery = queryOptions({
  queryKey: ['Addresses'],
  queryFn: async ({ signal }) => (await call(getAddresses, {}, { signal })).addresses,
});

/** An address on a single line. */
export const addressInLine = (address: PostalAddress): string => addressLines(address).join(', ');

/** The address alone, without its id, version and uses. */
export function plainAddressOf({ id: _, version: _version, defaultFor: _uses, ...address }: SavedAddress) {
  return address;
}

type ChoiceProps = {
  /** Only addresses in this country are offered. */
  country: string;
  onChoose: (address: PostalAddress) => void;
};

/** Offers the saved addresses next to an address form; renders nothing if there are none. */
export function SavedAddressChoice({ country, onChoose }: ChoiceProps) {
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

/** An address in its country's line format. */
export function Address({ address }: { address: PostalAddress }) {
  const nameOf = useCountryName();
  const lines = [...addressLines(address), nameOf(address.country), address.phoneNumber];
  return (
    <address className={ownClasses.address}>
      {lines.filter(Boolean).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a person and a company may have one name, and lines never move
        <span key={at}>{line}</span>
      ))}
    </address>
  );
}

/** Country names in the channel's language. */
export function useCountryName(): (country: string) => string {
  const locale = useLocale();
  return useMemo(() => {
    const names = displayNames(locale, { type: 'region' });
    return (country) => names.of(country) ?? country;
  }, [locale]);
}
