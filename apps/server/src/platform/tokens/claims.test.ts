import { describe, expect, test } from 'vitest';
import { type ClaimMapping, readClaims, STANDARD_CLAIMS } from './claims.ts';

const read = (payload: Record<string, unknown>, mapping: Partial<ClaimMapping> = {}) =>
  readClaims(payload, { ...STANDARD_CLAIMS, ...mapping });
const at = (claim: string, values: Record<string, string | boolean> | null = null) => ({ claim, values });

test('the standard claims are read without a setting [IDN-02]', () => {
  const payload = {
    email: 'anna@example.com',
    email_verified: true,
    name: ' Anna  Holm ',
    locale: 'sv-SE',
    channel: 'stundbo',
    b2b_authentication_method: 'sso',
  };
  expect(read(payload)).toEqual({
    email: 'anna@example.com',
    unverifiedEmail: null,
    name: 'Anna Holm',
    language: 'sv-SE',
    channel: 'stundbo',
    b2bAuthenticationMethod: 'sso',
  });
  expect(Object.values(read({})).every((value) => value === null)).toBe(true);
});

describe('a claim', () => {
  test.each([
    ['brand', { brand: 'x' }],
    ['profile.brand', { profile: { brand: 'x' } }],
    ['https://shop.example/brand', { 'https://shop.example/brand': 'x' }],
    ['https://shop.example/profile.brand.id', { 'https://shop.example/profile': { brand: { id: 'x' } } }],
    ['a.b', { a: { b: 'y' }, 'a.b': 'x' }],
    ['brands', { brands: ['x', 'y'] }],
  ])('is found at %s', (claim, payload) => {
    expect(read(payload, { channel: at(claim) }).channel).toBe('x');
  });

  test.each([
    ['profile.brand', { profile: 'x' }],
    ['profile.brand', { profile: null }],
    ['__proto__.brand', {}],
    ['constructor.name', {}],
    ['brand', { brand: { id: 'x' } }],
    ['brand', { brand: '  ' }],
  ])('at %s in %j is ignored', (claim, payload) => {
    expect(read(payload, { channel: at(claim) }).channel).toBeNull();
  });

  test('is mapped, and ignored where the map has no entry', () => {
    const mapping = { channel: at('country', { NL: 'stundbo', '7': 'kiekhof' }) };
    expect(read({ country: 'NL' }, mapping).channel).toBe('stundbo');
    expect(read({ country: 7 }, mapping).channel).toBe('kiekhof');
    expect(read({ country: 'toString' }, mapping).channel).toBeNull();
    const roles = { business: at('realm_access.roles', { 'business-customer': true }) };
    const payload = { realm_access: { roles: ['user', 'business-customer'] } };
    expect(read(payload, roles).b2bAuthenticationMethod).toBe('external');
    expect(read({ realm_access: { roles: ['user'] } }, roles).b2bAuthenticationMethod).toBeNull();
  });
});

describe('an address', () => {
  const email = 'anna@example.com';
  test.each([[true], ['true']])('counts if it is verified: %j', (email_verified) => {
    expect(read({ email, email_verified })).toMatchObject({ email, unverifiedEmail: null });
  });
  test.each([[false], ['false'], [undefined], [1], ['yes']])(
    'is known as unverified: %j',
    (email_verified) => {
      expect(read({ email, email_verified })).toMatchObject({ email: null, unverifiedEmail: email });
    },
  );
  test('can be verified by another claim, or always', () => {
    const states = { verified: at('mail_state', { confirmed: true }) };
    expect(read({ email, mail_state: 'confirmed' }, states).email).toBe(email);
    expect(read({ email, mail_state: 'new' }, states).email).toBeNull();
    expect(read({ email }, { verified: true }).email).toBe(email);
  });
  test.each(['anna', 'a@b.example, c@d.example', 'anna@example.com\nBcc: x@y.example'])(
    'that cannot receive mail is ignored: %j',
    (address) => expect(read({ email: address, email_verified: true }).email).toBeNull(),
  );
});

test.each([
  ['de', 'de-AT'],
  ['de-CH', 'de-AT'],
  ['nl_BE', 'nl-NL'],
  ['EN-us', 'en-GB'],
  ['ja', null],
  ['', null],
])('the language %j is %j', (locale, language) => expect(read({ locale }).language).toBe(language));

test.each(['<b>Anna</b>', 'see www.evil.example', '123', 'x'.repeat(101)])(
  'the name %j is not allowed in a mail',
  (name) => expect(read({ name }).name).toBeNull(),
);

test.each([
  [true, 'external'],
  [false, null],
  ['saml', 'saml'],
  ['', null],
])('a business claim of %j gives %j', (b2b_authentication_method, method) =>
  expect(read({ b2b_authentication_method }).b2bAuthenticationMethod).toBe(method),
);
