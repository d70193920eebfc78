import { LOCALE } from '@keepsake/contracts/frame/configuration';
import { isCurrentCurrency } from '@keepsake/contracts/platform/currencies';
import { isMailAddress } from '@keepsake/contracts/platform/mail-address';
import * as z from 'zod';

/** Fields of operators' files, each with what is said of a value that is none. */
export const mailAddress = z.string().refine(isMailAddress, { error: 'is not an email address' });

/** In which something is sold today (ISO 4217). */
export const currentCurrency = z
  .string()
  .refine(isCurrentCurrency, { error: 'is not a currency such as DKK (ISO 4217)' });

const NO_LANGUAGE = { error: 'is not a language such as da-DK', abort: true };
/** A language with its country, such as `da-DK`. */
export const languageTag = z.string().regex(LOCALE, NO_LANGUAGE).refine(isLanguageTag, NO_LANGUAGE);

/** Whether a tag is in canonical form and names a known language. */
function isLanguageTag(tag: string): boolean {
  const [language = ''] = tag.split('-');
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return Intl.getCanonicalLocales(tag)[0] === tag && names.of(language) !== undefined;
}
