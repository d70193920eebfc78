import { describe, expect, test } from 'vitest';
import {
  type Firm,
  firmKeyOf,
  isMistyped,
  isSameCompany,
  missingOf,
  presentStatus,
  statusOf,
} from './rules.ts';

const whole: Firm = {
  company: 'Studio Marlow GmbH',
  register_number: 'FN 123456a',
  vat_id: 'ATU12345675',
  is_vat_exempt: false,
  invoice_email: 'invoices@example.com',
  contacts: [{ name: 'Mia', email: 'mia@example.com', phoneNumber: null }],
  validated_for: null,
  blocked_at: null,
};

describe('a firm', () => {
  test('lacks what is not entered, and a VAT id unknown to its register', () => {
    expect(missingOf(undefined, null)).toEqual([
      'company',
      'registerNumber',
      'vatId',
      'invoiceEmail',
      'contacts',
    ]);
    expect(missingOf({ ...whole, contacts: [], company: null }, 'valid')).toEqual(['company', 'contacts']);
    expect(missingOf(whole, 'invalid')).toEqual(['vatId']);
    for (const state of ['pending', 'unchecked', 'valid'] as const)
      expect(missingOf(whole, state)).toEqual([]);
  });

  test('too small to have a VAT id lacks none', () => {
    expect(missingOf({ ...whole, vat_id: null }, null)).toEqual(['vatId']);
    expect(missingOf({ ...whole, vat_id: null, is_vat_exempt: true }, null)).toEqual([]);
  });
});

describe('the status [B2B-01]', () => {
  const approved = { ...whole, validated_for: firmKeyOf(whole) };
  test.each([
    ['Default, while something lacks', { ...whole, invoice_email: null }, 'Default'],
    ['New, once all is there', whole, 'New'],
    ['none, once an operator has approved it', approved, null],
    ['none, also with another name, contact or invoice address', { ...approved, company: 'Marlow AG' }, null],
    ['New again with another VAT id', { ...approved, vat_id: 'ATU00000024' }, 'New'],
    ['New again without one', { ...approved, vat_id: null, is_vat_exempt: true }, 'New'],
    ['Default when something goes that was approved', { ...approved, register_number: null }, 'Default'],
    ['Blocked, whatever else', { ...approved, blocked_at: new Date() }, 'Blocked'],
  ])('is %s', (_when, firm, expected) => {
    expect(presentStatus(statusOf(firm, 'valid'))).toBe(expected);
  });

  test('of a small firm depends on its number in the register', () => {
    const small = { ...whole, vat_id: null, is_vat_exempt: true };
    const existing = { ...small, validated_for: firmKeyOf(small) };
    expect(statusOf(existing, null)).toBe('validated');
    expect(statusOf({ ...existing, register_number: 'FN 2b' }, null)).toBe('new');
  });
});

test.each([
  ['Studio Marlow GmbH', 'STUDIO MARLOW GESELLSCHAFT M.B.H.', true],
  ['Müller & Söhne OG', 'MUELLER', false],
  ['Müller & Söhne OG', 'Muller Sohne', true],
  ['Fotobedrijf De Wit B.V.', 'DE WIT', false],
  ['De Wit', 'De Wit Fotografie B.V.', true],
  ['Bilder AB', 'Bilder Aktiebolag', true],
  ['AG', 'AG', true],
  ['Ateliers Réunis', 'Autre Maison', false],
  ['', 'Autre Maison', false],
])('the companies %s and %s can be the same: %s', (one, other, expected) => {
  expect(isSameCompany(one, other)).toBe(expected);
});

test.each([
  ...[
    'ATU13585627',
    'BE0428759497',
    'BE1012345646',
    'BG175074752',
    'CY10259033P',
    'CZ25123891',
    'DE136695976',
  ],
  ...[
    'DK13585628',
    'EE100931558',
    'EL094259216',
    'ES54362315K',
    'ESB58378431',
    'FI20774740',
    'FR40303265045',
  ],
  ...['FRK7399859412', 'GB980780684', 'GBGD001', 'HR33392005961', 'HU12892312', 'IE6433435F', 'IE6433435OA'],
  ...['IT00743110157', 'LT119511515', 'LT100001919017', 'LU15027442', 'LV40003521600', 'MT11679112'],
  ...['NL004495445B01', 'NL000099998B57', 'PL8567346215', 'PT501964843', 'RO18547290', 'SE556188840401'],
  ...['SI50223054', 'SK2022749619', 'XI980780684', 'IE1+23456A'],
])('%s is not mistyped', (vatId) => expect(isMistyped(vatId)).toBe(false));

test.each([
  ...[
    'ATU13585626',
    'BE0428759498',
    'DE136695967',
    'EL094259261',
    'FR41303265045',
    'GB980780648',
    'IT00743110158',
  ],
  ...['NL004495446B01', 'PL8567346216', 'SE556188840501', 'XI980780685'],
])('%s is mistyped', (vatId) => expect(isMistyped(vatId)).toBe(true));
