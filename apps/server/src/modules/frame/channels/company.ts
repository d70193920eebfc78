import { addressLines } from '@keepsake/contracts/account/address-formats';
import { type LegalValues, legalTextsFor } from '../legal/index.ts';
import type { FileChannel } from './channel-schema.ts';

/** A brand and the company that sells under it. */
type Company = Pick<FileChannel, 'id' | 'name' | 'hosts' | 'legal'>;

/**
 * What the law wants at the end of every letter, mails included, one line each: the company and its address, where it is
 * registered with its VAT ID, and how to reach it.
 */
export function companyLinesOf({ id, legal }: Pick<Company, 'id' | 'legal'>, language: string): string[] {
  const { seller, address, register, vatId, contact } = legal;
  const t = legalTextsFor(language, id);
  return [
    [seller, ...wholeAddress(address, language)].join(', '),
    `${t('company.register', register)} · ${t('company.vatId', { vatId })}`,
    [contact.email, contact.phone].filter(Boolean).join(' · '),
  ];
}

/** Where goods of a brand are sent back, line by line. */
export function returnAddressOf({ legal, locale }: Pick<FileChannel, 'legal' | 'locale'>): string[] {
  const { name, address } = legal.returnTo ?? { name: legal.seller, address: legal.address };
  return [name, ...wholeAddress(address, locale)];
}

/** What legal texts of a brand in a language may name in braces. */
export function legalValuesOf({ name, hosts, legal }: Company, language: string): LegalValues {
  const { seller, address, register, vatId, contact } = legal;
  return {
    brand: name,
    site: hosts[0],
    seller,
    address: wholeAddress(address, language).join(', '),
    returnAddress: returnAddressOf({ legal, locale: language }).join(', '),
    register: register.name,
    registerNumber: register.number,
    vatId,
    email: contact.email,
    phone: contact.phone ?? null,
  };
}

/** The lines of an address, the country in a language last. */
function wholeAddress(address: FileChannel['legal']['address'], language: string): string[] {
  const country = new Intl.DisplayNames(language, { type: 'region' }).of(address.country);
  return [...addressLines(address), country ?? address.country];
}
