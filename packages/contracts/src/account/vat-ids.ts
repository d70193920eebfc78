import * as z from 'zod/mini';

/** Format of VAT ids after the country prefix: the countries in VIES, and Great Britain. */
const FORMATS: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z\d]\d{7}[A-Z\d]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z\d]{2}\d{9}$/,
  GB: /^(\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-W][A-I]?|\d[A-Z*+]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{10}01$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/,
};

/** A VAT id as stored: upper case, without blanks and punctuation, and with VIES's prefix for Greece. */
export function normaliseVatId(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z\d*+]/g, '')
    .replace(/^GR/, 'EL');
}

/** A VAT id of any country as shops and operators write it, read as it is stored. */
export const anyVatId = z.pipe(
  z.pipe(z.string().check(z.maxLength(200)), z.transform(normaliseVatId)),
  z.string().check(z.regex(/^[A-Z]{2}[0-9A-Z+*]{2,13}$/, 'is not a VAT ID such as ATU12345675')),
);

/** The prefix of a normalised VAT id, which identifies its country. */
export const vatCountryOf = (vatId: string): string => vatId.slice(0, 2);

/** Whether a normalised VAT id has the format of its country; it need not be assigned to anybody. */
export function isVatId(vatId: string): boolean {
  const country = vatCountryOf(vatId);
  return Object.hasOwn(FORMATS, country) && FORMATS[country]?.test(vatId.slice(2)) === true;
}

/** Whether VIES covers a country's VAT ids: Great Britain has left it, Northern Ireland (XI) has not. */
export const isInVies = (vatId: string): boolean => vatCountryOf(vatId) !== 'GB';
