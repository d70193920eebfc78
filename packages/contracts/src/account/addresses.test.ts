import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type AddressField, addressFormatOf, addressLines, type TypedAddress } from './address-formats.ts';
import { ADDRESSES, COUNTRIES, isRight } from './addresses.fixture.ts';
import {
  ADDRESS_MESSAGES,
  findAddressFaults,
  normaliseAddress,
  normaliseField,
  splitStreet,
  typedAddress,
} from './addresses.ts';

const check = (changes: Partial<TypedAddress> & { country: string }) =>
  findAddressFaults(normaliseAddress({ ...ADDRESSES[changes.country], ...changes }));
/** Texts that no field accepts. */
const RUBBISH: Record<string, string> = {
  'letters from right to left': 'רחוב הרצל',
  emoji: 'Sea 🏖 Road',
  'control characters': 'Sea\u0007Road',
  'a null': 'Sea\0Road',
  'half a character': 'Sea \ud83d Road',
  '10,000 characters': 'a1 '.repeat(3_334),
  markup: '<b>Sea</b>',
  'marks alone': '---',
};

describe('an address [ADR-04]', () => {
  test.each(Object.keys(ADDRESSES))('of %s has no fault as it is written there', (country) => {
    const address = ADDRESSES[country] as TypedAddress;
    expect(check({ country, phoneNumber: '' })).toEqual([]);
    expect(normaliseAddress(address)).toEqual(address);
  });

  test('needs a house number in Austria, the Netherlands and Sweden, and none where houses have names', () => {
    const needed = Object.keys(ADDRESSES).filter(
      (country) => check({ country, streetNumber: ' ' }).length > 0,
    );
    expect(needed).toEqual(['AT', 'NL', 'SE']);
  });

  test.each([
    { country: 'IS', streetName: 'Hóll', postalCode: '601', city: 'Akureyri' },
    { country: 'NO', streetName: 'Nedre Øygard', postalCode: '3580', city: 'Geilo' },
    { country: 'EE', streetName: 'Metsa talu', postalCode: '71004', city: 'Viljandi vald' },
    { country: 'LV', streetName: '"Kalnmuižas"', postalCode: 'LV-4101', city: 'Cēsu novads' },
    { country: 'LT', streetName: 'Girios kaimas', postalCode: 'LT-01100', city: 'Vilniaus r.' },
    { country: 'GR', streetName: 'Κάτω Χωριό', postalCode: '105 57', city: 'Ιεράπετρα' },
  ])('of a farm or village in $country needs no number', (address) => {
    expect(findAddressFaults(normaliseAddress({ name: 'Mia Berg', ...address }))).toEqual([]);
  });

  test('is stored without superfluous blanks, invisible characters and fields its country lacks', () => {
    const typed = {
      ...ADDRESSES.NL,
      country: 'NL',
      name: '  Mia \t Berg\u202e\u200b ',
      company: ' ',
      region: 'Noord-Holland',
    };
    expect(normaliseAddress(typed)).toEqual(ADDRESSES.NL);
    expect(normaliseAddress({ ...typed, name: 'Zoe\u0308' }).name).toBe('Zoë');
  });

  test('of a country without rules of its own is not refused if it may be valid', () => {
    const abroad = {
      country: 'US',
      name: 'Mia',
      streetName: 'Main St',
      city: 'Springfield',
      region: 'IL',
      postalCode: '62701-1234',
    };
    expect(findAddressFaults(normaliseAddress(abroad))).toEqual([]);
    expect(findAddressFaults(normaliseAddress({ country: 'constructor', name: 'Mia' }))).toEqual([
      'streetName',
      'city',
    ]);
  });

  test.each(Object.entries(RUBBISH))('with %s has a fault in that field', (_what, text) => {
    for (const field of Object.keys(ADDRESS_MESSAGES) as AddressField[]) {
      for (const country of ['IE', 'AT', 'US'].filter((each) =>
        addressFormatOf(each).rows.flat().includes(field),
      ))
        expect(isRight(field, text, country), `${field} ${country}`).toBe(false);
    }
  });

  test('is unchanged by normalising it again, and validated quickly, whatever is typed', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.stringMatching(/^[\d A-Za-z.,/-]{0,60}$/),
    );
    const typed = fc.record({
      country: fc.constantFrom(...COUNTRIES, 'US'),
      ...Object.fromEntries(Object.keys(ADDRESS_MESSAGES).map((field) => [field, text])),
    });
    fc.assert(
      fc.property(typed, (address) => {
        const once = normaliseAddress(address as TypedAddress);
        expect(normaliseAddress(once)).toEqual(once);
        const faults = findAddressFaults(once);
        for (const line of faults.length === 0 ? addressLines(once) : []) expect(line).toBe(line.trim());
      }),
    );
    const start = performance.now();
    for (const field of Object.keys(ADDRESS_MESSAGES) as AddressField[])
      isRight(field, `${'1 '.repeat(50_000)}!`, 'AT');
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});

describe('a street number [ADR-07]', () => {
  test.each([
    '12',
    '12a',
    '12 bis',
    '4-6',
    '12/3/14',
    '12 Top 5',
    '2 hs',
    '12 lgh 1101',
    '1234/56',
    '7 quater',
    '56 - 58',
    '17 // 28',
    '12 / 3',
    '12 + 14',
    '12½',
    'A 12',
    'Nr. 12',
    '12 Hinterhaus, 3. Stock',
    'Lote 5',
    'č.p. 12',
    'vl. 3',
    '№ 5',
    '1 2 3 4 5 6 7',
  ])('may be %j', (text) => {
    for (const country of COUNTRIES) expect(isRight('streetNumber', text, country)).toBe(true);
    expect(normaliseField('streetNumber', text, 'DE')).toBe(text);
  });
  test.each(['bis', 'Fernlea Road', '--', '½<', '1'.repeat(31), '12\u0000'])('is not %j', (text) =>
    expect(isRight('streetNumber', text, 'NL')).toBe(false),
  );
  test.each([
    's/n',
    's/nº',
    'SNC',
    'S.N.C.',
    'o.Nr.',
    'o. Nr.',
    'ohne',
    'z.n.',
    'geen',
    'saknas',
    'uden nummer',
    'b/n',
    'bb',
    'No number',
  ])('may be %j: the house has none', (text) => {
    for (const country of COUNTRIES) expect(isRight('streetNumber', text, country)).toBe(true);
  });
  test('is stored with one kind of dash', () => {
    for (const typed of ['56–58', '56—58', '56−58', '56‑58'])
      expect(normaliseField('streetNumber', typed, 'DE')).toBe('56-58');
  });
  test.each(['Postfach 12 34 56', 'Box 123', 'Hochstraße 56-58', 'Dorfstraße 12a'])(
    'may be missing if the street has it: %j',
    (streetName) => expect(check({ country: 'SE', streetName, streetNumber: '' })).toEqual([]),
  );
  test('is missed if neither has one', () => {
    for (const streetName of ['Åsögatan', 'Straße des 17. Juni'])
      expect(check({ country: 'SE', streetName, streetNumber: '' })).toEqual(['streetNumber']);
  });
});

describe('a name [ADR-04]', () => {
  test.each([
    'Oʼneil',
    'Kaʻahumanu',
    'O‘Neil',
    'Zoë D’Arcy',
    'ТОВ «Ромашка»',
    'Spółka „Alfa”',
    'Who? & Co',
    'Studio@Home',
    'Jean‑Luc',
  ])('may be %j', (text) => {
    expect(isRight('name', text, 'DE')).toBe(true);
    expect(isRight('company', text, 'DE')).toBe(true);
  });
});

describe('a phone number [ADR-05]', () => {
  test.each([
    ['GB', '020 7946 0958', '+44 20 7946 0958'],
    ['GB', '+31 20 624 1111', '+31 20 624 1111'],
    ['AT', '01/5880 10', '+43 1 588010'],
    ['NL', '0612345678', '+31 6 12345678'],
    ['FR', '01.42.68.53.00', '+33 1 42 68 53 00'],
    ['SE', '08-12 34 56 78', '+46 8 123 456 78'],
    ['US', '+1 213 373 4253', '+1 213 373 4253'],
  ])('of %s typed as %j is kept as %j', (country, typed, normal) => {
    expect(normaliseField('phoneNumber', typed, country)).toBe(normal);
    expect(isRight('phoneNumber', typed, country)).toBe(true);
  });
  test.each(['12', 'xx020 7946 0958yy', 'call me', '+44 20 7946 0958 99 99', '0'.repeat(41)])(
    'is not %j',
    (typed) => expect(isRight('phoneNumber', typed, 'GB')).toBe(false),
  );
});

describe('a street [ADR-08]', () => {
  test.each([
    "Rue de l'Église",
    'Straße des 17. Juni',
    'C 4',
    'Οδός Ερμού',
    'ул. Витоша',
    'Westward Ho!',
    'Plein 1944',
  ])('may be %j', (text) => expect(isRight('streetName', text, 'DE')).toBe(true));
  test.each(['', '12', '  ', '.'])('is not %j', (text) =>
    expect(isRight('streetName', text, 'DE')).toBe(false),
  );

  test.each([
    ['GB', '12a Fernlea Road', 'Fernlea Road', '12a'],
    ['FR', '12 bis, rue de Rivoli', 'rue de Rivoli', '12 bis'],
    ['NL', 'Prinsengracht 263', 'Prinsengracht', '263'],
    ['AT', 'Mariahilfer Straße 12/3', 'Mariahilfer Straße', '12/3'],
    ['DE', 'Hochstraße 56 - 58', 'Hochstraße', '56 - 58'],
    ['DE', 'Am Markt 17 // 28', 'Am Markt', '17 // 28'],
  ])('of %s with its number, %j, is split', (country, text, streetName, streetNumber) => {
    expect(splitStreet(text, country)).toEqual({ streetName, streetNumber });
  });
  test.each([
    ['GB', 'Fernlea Road'],
    ['GB', '3rd Avenue'],
    ['FR', 'Rue du 8 Mai 1945'],
    ['DE', 'Straße des 17. Juni'],
    ['AT', '12'],
  ])('of %s without one, %j, stays whole', (country, text) => expect(splitStreet(text, country)).toBeNull());
});

describe('the schema of a typed address', () => {
  const schema = typedAddress({ version: z.optional(z.int()) });

  test('returns the normalised address with its additional fields', () => {
    const typed = { ...ADDRESSES.NL, postalCode: '1015cj', company: '', version: 3 };
    expect(schema.parse(typed)).toEqual({ ...ADDRESSES.NL, version: 3 });
  });

  test('names each invalid field in the specification’s words [ADR-05, ADR-06, ADR-07, ADR-08]', () => {
    const typed = { ...ADDRESSES.AT, streetName: '', streetNumber: 'x', postalCode: '1', phoneNumber: '1' };
    const { error } = schema.safeParse(typed);
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['streetName', 'Street name must be valid'],
      ['streetNumber', 'Street number must be valid'],
      ['postalCode', 'Postal Code must be valid'],
      ['phoneNumber', 'Phone number must be valid'],
    ]);
  });

  test('rejects a country that does not exist; distant countries are accepted [ADR-04]', () => {
    const { error } = schema.safeParse({ ...ADDRESSES.GB, country: 'XX' });
    expect(error?.issues).toMatchObject([{ path: ['country'], message: 'Country must be valid' }]);
    for (const country of ['US', 'NZ', 'FO', 'VA'])
      expect(schema.safeParse({ ...ADDRESSES.GB, postalCode: '', country }).success).toBe(true);
  });

  test.each([[{ country: 'gb' }], [{ city: 3 }], [{ tip: 'x' }], [null]])('refuses %j', (changes) => {
    expect(schema.safeParse(changes && { ...ADDRESSES.GB, ...changes }).success).toBe(false);
  });
});
