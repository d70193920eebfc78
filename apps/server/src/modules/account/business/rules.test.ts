import { describe, expect, it } from 'vitest';
import { type Firm, firmKeyOf, isSameCompany, missingOf, presentStatus, statusOf } from './rules.ts';

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
  it('lacks what is not entered, and a VAT id unknown to its register', () => {
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

  it('too small to have a VAT id lacks none', () => {
    expect(missingOf({ ...whole, vat_id: null }, null)).toEqual(['vatId']);
    expect(missingOf({ ...whole, vat_id: null, is_vat_exempt: true }, null)).toEqual([]);
  });
});

describe('[B2B-01] the status', () => {
  const approved = { ...whole, validated_for: firmKeyOf(whole) };
  it.each([
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

  it('of a small firm depends on its number in the register', () => {
    const small = { ...whole, vat_id: null, is_vat_exempt: true };
    const known = { ...small, validated_for: firmKeyOf(small) };
    expect(statusOf(known, null)).toBe('validated');
    expect(statusOf({ ...known, register_number: 'FN 2b' }, null)).toBe('new');
  });
});

it.each([
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
