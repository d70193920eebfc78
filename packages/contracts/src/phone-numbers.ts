import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Whether a text is the code of a country (ISO 3166-1 alpha-2) whose people have phone numbers, as all that get parcels have. */
export const isCountry = (text: string): boolean => /^[A-Z]{2}$/.test(text) && isSupportedCountry(text);

/**
 * A phone number as it is dialled from everywhere, '+44 20 7946 0958', however it was typed; null when it is none. Without a
 * country code it is a number of the country given.
 */
export function normalisePhoneNumber(text: string, country: string): string | null {
  const number = parsePhoneNumberFromString(text, {
    defaultCountry: isSupportedCountry(country) ? country : undefined,
    // Nothing may stand around it.
    extract: false,
  });
  return number?.isValid() ? number.formatInternational() : null;
}
