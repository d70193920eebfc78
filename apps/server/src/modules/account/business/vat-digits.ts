import { vatCountryOf } from '@keepsake/contracts';
import jsvat from 'jsvat-next';

const { checkVAT, countries } = jsvat;

/**
 * Whether the check digits of a normalised VAT id are wrong, so that it cannot exist. Formats unknown to the library are left to
 * the register.
 */
export function isMistyped(vatId: string): boolean {
  // Northern Ireland uses the format of Great Britain.
  const known = vatCountryOf(vatId) === 'XI' ? `GB${vatId.slice(2)}` : vatId;
  const { isValid, isValidFormat } = checkVAT(known, countries);
  return isValidFormat && !isValid;
}
