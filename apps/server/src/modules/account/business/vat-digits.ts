import { vatCountryOf } from '@keepsake/contracts';
import jsvat from 'jsvat-next';

const { checkVAT, countries } = jsvat;

/**
 * Whether the check digits of a normalised VAT id are wrong, so that it is nobody's. Of a form that the library does not know
 * the register judges alone.
 */
export function isMistyped(vatId: string): boolean {
  // Northern Ireland counts as Great Britain does.
  const known = vatCountryOf(vatId) === 'XI' ? `GB${vatId.slice(2)}` : vatId;
  const { isValid, isValidFormat } = checkVAT(known, countries);
  return isValidFormat && !isValid;
}
