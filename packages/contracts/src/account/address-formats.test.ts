import { describe, expect, test } from 'vitest';
import { addressFormatOf, addressLines, type TypedAddress } from './address-formats.ts';
import { ADDRESSES, COUNTRIES, isRight } from './addresses.fixture.ts';
import { normaliseField } from './addresses.ts';

describe('a postal code [ADR-06]', () => {
  test.each([
    ['NL', '1015cj', '1015 CJ'],
    ['NL', 'nl-1015 cj', '1015 CJ'],
    ['GB', 'ec1y8sy', 'EC1Y 8SY'],
    ['GB', ' sw12-9rt ', 'SW12 9RT'],
    ['GB', 'M11AE', 'M1 1AE'],
    ['GB', 'gir0aa', 'GIR 0AA'],
    ['SE', 'se 11122', '111 22'],
    ['SE', 'SE-111 22', '111 22'],
    ['AT', 'A-1010', '1010'],
    ['FR', '75 001', '75001'],
    ['DE', 'd 10115', '10115'],
    ['PL', '00001', '00-001'],
    ['PT', '1100 148', '1100-148'],
    ['LV', '1010', 'LV-1010'],
    ['LT', 'lt01100', 'LT-01100'],
    ['IE', 'd02x285', 'D02 X285'],
    ['MT', 'vlt1117', 'VLT 1117'],
    ['CZ', '11000', '110 00'],
    ['JE', 'je23ab', 'JE2 3AB'],
    ['GG', 'GY101AA', 'GY10 1AA'],
    ['IM', 'im2-1aa', 'IM2 1AA'],
    ['GI', 'gx111aa', 'GX11 1AA'],
  ])('of %s typed as %j becomes %j', (country, typed, normal) => {
    expect(normaliseField('postalCode', typed, country)).toBe(normal);
    expect(isRight('postalCode', typed, country)).toBe(true);
  });

  test.each([
    ['GB', 'xxEC1Y 8SYyy'],
    ['GB', 'EC1Y 8SYyy'],
    ['GB', 'xEC1Y 8SY'],
    ['GB', 'EC1Y'],
    ['GB', '12345'],
    ['NL', '0000 SS'],
    ['NL', '1015 SS'],
    ['NL', '1015'],
    ['AT', '0010'],
    ['AT', '10100'],
    ['AT', 'xx1010'],
    ['FR', '00001'],
    ['FR', '7500'],
    ['SE', '011 22'],
    ['SE', '1112'],
    ['LI', '9470'],
    ['IE', 'X285'],
    ['JE', 'EC1Y 8SY'],
    ['US', '--'],
  ])('of %s is not %j', (country, typed) => expect(isRight('postalCode', typed, country)).toBe(false));

  test('is valid as each country’s example, and invalid with anything around it', () => {
    for (const country of COUNTRIES) {
      const example = addressFormatOf(country).postalCodes?.example ?? '';
      expect(normaliseField('postalCode', example, country)).toBe(example);
      expect(isRight('postalCode', example, country), country).toBe(true);
      expect(isRight('postalCode', example.replace(/[ -]/g, '').toLowerCase(), country), country).toBe(true);
      for (const wrong of [`xx${example}yy`, `${example}7`, `7${example}`, `${example}\n${example}`])
        expect(isRight('postalCode', wrong, country), `${country} ${wrong}`).toBe(false);
    }
  });
});

describe('a printed address', () => {
  test.each([
    ['GB', { addressLine: 'Flat 2' }, ['Mia Berg', 'Flat 2', '12 Fernlea Road', 'London', 'SW12 9RT']],
    ['AT', { company: 'Berg & Co' }, ['Berg & Co', 'Mia Berg', 'Straße des 17. Juni 12/3/14', '1010 Wien']],
    ['NL', {}, ['Mia Berg', "'s-Gravenhekje 12 bis", '1015 CJ Amsterdam']],
    ['FR', { streetNumber: undefined }, ['Mia Berg', 'Rue du 8 Mai 1945', '75001 Paris']],
    ['SE', {}, ['Mia Berg', 'Åsögatan 12a', 'SE-111 22 Malmö']],
    ['JE', {}, ['Mia Berg', '12 Church Street', 'St Helier', 'JE2 3AB']],
    ['SE', { postalCode: undefined }, ['Mia Berg', 'Åsögatan 12a', 'Malmö']],
  ])('of %s with %j has its country’s lines', (country, changes, lines) => {
    expect(addressLines({ ...(ADDRESSES[country] as TypedAddress), ...changes })).toEqual(lines);
  });
});
