import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Whether a text is the code of a country (ISO 3166-1 alpha-2) with phone numbers, which every country we deliver to has. */
export const isCountry = (text: string): boolean => /^[A-Z]{2}$/.test(text) && isSupportedCountry(text);

/**
 * A phone number in international format, '+44 20 7946 0958', from any notation; null if it is none. Without a country code, it
 * is taken as a number of the given country.
 */
export function normalisePhoneNumber(text: string, country: string): string | null {
  const number = parsePhoneNumberFromString(text, {
    defaultCountry: isSupportedCountry(country) ? country : undefined,
    // The whole text must be the number.
    extract: false,
  });
  return number?.isValid() ? number.formatInternational() : null;
}
