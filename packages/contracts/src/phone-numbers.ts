import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

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
