import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import * as z from 'zod/mini';
import { plainLine } from '../platform/plain-text.ts';
import { type AddressField, addressFormatOf, type TypedAddress } from './address-formats.ts';
import type { PostalAddress } from './postal-address.ts';

/** Validation message per field, in the specification's words where it has them [ADR-05..ADR-08]. */
export const ADDRESS_MESSAGES = {
  name: 'Enter a name',
  company: 'Enter the company name',
  streetName: 'Street name must be valid',
  streetNumber: 'Street number must be valid',
  addressLine: 'Shorten this line or remove special characters',
  postalCode: 'Postal Code must be valid',
  city: 'Enter the town or city',
  region: 'Enter the county, state or province',
  phoneNumber: 'Phone number must be valid',
} as const satisfies Record<AddressField, string>;

/** Longer lines are not printed by carriers. */
const MAX_LENGTHS: Partial<Record<AddressField, number>> & { phoneNumber: number } = {
  streetNumber: 30,
  postalCode: 12,
  phoneNumber: 40,
};
const MAX_LENGTH = 100;

/**
 * Letters, digits, fractions and punctuation that are printed all over Europe. How people spell a name or a number is theirs:
 * refused is only what no carrier prints.
 */
const PRINTABLE =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\d½¼¾⅓⅔ ºª°ʼʻ’‘'´`"“”„«»‹›.,:;/\\()&+#!?*%=@_·№‐‑–—-]+$/u;
const HAS_NUMBER = /[\d½¼¾⅓⅔]/;
/** A number at the end of a street, as in 'Postfach 12 34 56' or 'Hochstraße 12a'. */
const ENDS_WITH_NUMBER = /\d ?\p{L}?$/u;
/** What people write if a house has no number, in the languages of the countries below. */
const WITHOUT_NUMBER = new RegExp(
  `^(?:${[
    String.raw`no number|none|n/?a|s\.? ?/? ?n[.º°]?(?: ?c\.?)?|sin n[uú]mero|sem n[uú]mero|senza numero|sans num[eé]ro`,
    String.raw`o\.? ?nr\.?|ohne(?: (?:haus)?nummer| nr\.?)?|z\.? ?n\.?|zonder (?:huis)?nummer|geen(?: (?:huis)?nummer)?`,
    String.raw`saknas|inget(?: nummer)?|(?:utan|uden|uten) nummer|u\.? ?/? ?n\.?`,
    String.raw`b\.? ?/? ?n\.?|bb|b\. ?[bč]\.|bez (?:numeru|čísla)`,
  ].join('|')})$`,
  'iu',
);
const POSTAL_CODE_ELSEWHERE = /^[A-Z\d](?:[ -]?[A-Z\d])*$/;

/**
 * An address as stored and printed: without invisible characters and superfluous blanks, with postal code and phone number in
 * their country's format. A value that cannot be normalised stays as typed; empty fields are left out.
 */
export function normaliseAddress<Typed extends TypedAddress>(typed: Typed): Typed {
  const { rows } = addressFormatOf(typed.country);
  const address = { ...typed };
  for (const field of Object.keys(ADDRESS_MESSAGES) as AddressField[]) delete address[field];
  for (const field of rows.flat()) {
    const value = normaliseField(field, typed[field] ?? '', typed.country);
    if (value !== '') Object.assign(address, { [field]: value });
  }
  return address;
}

/** Normalises one field; returns the empty string if nothing is left. */
export function normaliseField(field: AddressField, typed: string, country: string): string {
  const text = plainLine(typed);
  if (field === 'streetNumber') return text.replace(/[‐-―−]/g, '-');
  if (field === 'postalCode') return normalisePostalCode(text, country);
  if (field === 'phoneNumber' && text.length <= MAX_LENGTHS.phoneNumber)
    return normalisePhoneNumber(text, country) ?? text;
  return text;
}

function normalisePostalCode(text: string, country: string): string {
  const code = text.toUpperCase();
  const { postalCodes } = addressFormatOf(country);
  if (!postalCodes) return code;
  const { shape, tail, carCode } = postalCodes;
  const bare = code.replace(/[ .–-]/g, '');
  // These codes begin with the letters of their own area: JE2 3AB.
  if (tail !== undefined) return bare.length > tail ? `${bare.slice(0, -tail)} ${bare.slice(-tail)}` : code;
  const prefix = [country, carCode].find(
    (each) => each && bare.startsWith(each) && /^\d/.test(bare.slice(each.length)),
  );
  const core = bare.slice(prefix?.length ?? 0);
  return (shape && intoShape(core, shape)) || code;
}

/** Puts the characters into the places of a shape; null if the numbers differ. */
function intoShape(core: string, shape: string): string | null {
  if (shape.replace(/[^9A*]/g, '').length !== core.length) return null;
  let at = 0;
  return shape.replace(/[9A*]/g, () => core.charAt(at++));
}

/**
 * The invalid fields of a normalised address, in form order. A street that ends with a number, as a post-office box does, needs
 * no number of its own.
 */
export function findAddressFaults(address: TypedAddress): AddressField[] {
  const { country, streetName = '', streetNumber = '' } = address;
  const hasNumber = streetNumber !== '' || ENDS_WITH_NUMBER.test(streetName);
  return addressFormatOf(country)
    .rows.flat()
    .filter((field) => !(field === 'streetNumber' && streetNumber === '' && hasNumber))
    .filter((field) => !isValidField(field, address[field] ?? '', country));
}

/** Whether a normalised field is valid. */
export function isValidField(field: AddressField, value: string, country: string): boolean {
  const { required, postalCodes } = addressFormatOf(country);
  if (value === '') return !required.includes(field);
  if (value.length > (MAX_LENGTHS[field] ?? MAX_LENGTH)) return false;
  switch (field) {
    case 'postalCode':
      return (postalCodes?.pattern ?? POSTAL_CODE_ELSEWHERE).test(value);
    case 'streetNumber':
      return (PRINTABLE.test(value) && HAS_NUMBER.test(value)) || WITHOUT_NUMBER.test(value);
    case 'phoneNumber':
      return normalisePhoneNumber(value, country) !== null;
    case 'addressLine':
    case 'company':
      return PRINTABLE.test(value) && /[\p{L}\d]/u.test(value);
    default:
      return PRINTABLE.test(value) && /\p{L}/u.test(value);
  }
}

/**
 * Splits a street that was autofilled or pasted together with its number, if the number is where the country puts it. Null
 * otherwise.
 */
export function splitStreet(
  text: string,
  country: string,
): { streetName: string; streetNumber: string } | null {
  const isFirst = addressFormatOf(country).paper.includes('{streetNumber} {streetName}');
  const match = isFirst
    ? /^(?<number>\d{1,5}(?:[-/]\d{1,5})?[a-zA-Z]?(?: (?:bis|ter|quater))?),? +(?<name>\p{L}.*)$/u.exec(text)
    : /^(?<name>.*\p{L}.*?),? +(?<number>\d{1,5}(?: ?[-–/+]{1,2} ?\d{1,5})*(?: ?[a-zA-Z]|½)?)$/u.exec(text);
  const { name, number } = match?.groups ?? {};
  return name && number ? { streetName: name, streetNumber: number } : null;
}

/** Far beyond any field, with all the blanks that somebody may type; checked before a text is normalised. */
const MAX_TYPED = 500;

/**
 * Schema of an address typed by a customer, extended by the fields in `more`: normalised, then checked by the rules of its
 * country with one message per invalid field.
 */
/* @__NO_SIDE_EFFECTS__ */
export function typedAddress<More extends z.core.$ZodShape>(more: More) {
  const fields = Object.fromEntries(
    Object.keys(ADDRESS_MESSAGES).map((field) => [
      field,
      z.optional(z.string().check(z.maxLength(MAX_TYPED))),
    ]),
  ) as Record<AddressField, z.ZodMiniOptional<z.ZodMiniString>>;
  const country = z.string().check(z.maxLength(MAX_TYPED), z.refine(isCountry, 'Country must be valid'));
  return z.pipe(
    z.strictObject({ ...fields, country, ...more }),
    z.transform((typed, { issues }) => {
      const address = normaliseAddress(typed as TypedAddress);
      for (const field of findAddressFaults(address)) {
        const message = ADDRESS_MESSAGES[field];
        issues.push({ code: 'custom', input: typed, path: [field], message });
      }
      // Without faults all required fields are present.
      return address as PostalAddress & z.output<z.ZodMiniObject<More>>;
    }),
  );
}

/** Whether a text is the code of a country (ISO 3166-1 alpha-2) with phone numbers, which every country we deliver to has. */
const isCountry = (text: string): boolean => /^[A-Z]{2}$/.test(text) && isSupportedCountry(text);

/**
 * A phone number in international format, '+44 20 7946 0958', from any notation; null if it is none. Without a country code, it
 * is taken as a number of the given country.
 */
function normalisePhoneNumber(text: string, country: string): string | null {
  const number = parsePhoneNumberFromString(text, {
    defaultCountry: isSupportedCountry(country) ? country : undefined,
    // The whole text must be the number.
    extract: false,
  });
  return number?.isValid() ? number.formatInternational() : null;
}
