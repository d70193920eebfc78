/** How VAT ids are written behind the prefix of each country: those that VIES knows, and Great Britain's. */
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

/** A VAT id as it is stored: in capitals, without blanks and marks, Greece by the prefix that VIES has for it. */
export function normaliseVatId(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z\d*+]/g, '')
    .replace(/^GR/, 'EL');
}

/** The prefix of a normalised VAT id, which names its country. */
export const vatCountryOf = (vatId: string): string => vatId.slice(0, 2);

/** Whether a normalised VAT id is written as those of its country are; it may be nobody's all the same. */
export function isVatId(vatId: string): boolean {
  const country = vatCountryOf(vatId);
  return Object.hasOwn(FORMATS, country) && FORMATS[country]?.test(vatId.slice(2)) === true;
}

/** Whether VIES knows the VAT ids of a country: Great Britain left it, Northern Ireland (XI) did not. */
export const isInVies = (vatId: string): boolean => vatCountryOf(vatId) !== 'GB';
