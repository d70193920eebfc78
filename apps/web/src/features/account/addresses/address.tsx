import { addressLines } from '@keepsake/contracts/account/address-formats';
import type { PostalAddress } from '@keepsake/contracts/account/postal-address';
import { displayNames } from '@keepsake/contracts/platform/formats';
import { useMemo } from 'react';
import { useLocale } from '#/shared/format.ts';
import classes from './address.module.css';

/** An address in its country's line format. */
export function Address({ address }: { address: PostalAddress }) {
  const nameOf = useCountryName();
  const lines = [...addressLines(address), nameOf(address.country), address.phoneNumber];
  return (
    <address className={classes.address}>
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
