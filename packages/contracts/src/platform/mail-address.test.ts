import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isMailAddress, isTypedMailAddress, mailAddress, toMailAddress } from './mail-address.ts';

describe('a mail address', () => {
  test.each([
    'a@b.com',
    'anna.berger+photos@example.co.uk',
    "o'neil@example.com",
    'ümlaut@example.com',
    'anna@müller.example',
    'mia@例え.jp',
  ])('%s is one', (address) => expect(isMailAddress(address)).toBe(true));
  test.each([
    'a@b.com,evil@x.com',
    'a@b.com;evil@x.com',
    'a@b.com\r\nBcc: evil@x.com',
    'Anna <a@b.com>',
    '"x@y"@z.com',
    'a b@c.com',
    '@b.com',
    'a@',
    '.a@b.com',
    'a..b@c.com',
    'a.@b.com',
    '\u202ea@b.com',
    'a\u200b@b.com',
    '\uff41@b.com',
    '<script>@b.com',
    '\u212aim@b.com',
    'a@\uff42.com',
    'a@müller.example/x',
    'a@müller.example:80',
    'a@mü\u200bller.example',
    'a@mü..example',
    `${'a'.repeat(65)}@b.com`,
    `a@${'b'.repeat(250)}.com`,
  ])('%j is none, or more than one', (address) => expect(isMailAddress(address)).toBe(false));
});

describe('a typed mail address', () => {
  test.each([
    'a@b.com',
    'anna@post.example.co.uk',
    'mia@example.xn--p1ai',
    'anna@müller.example',
    'mia@пример.рф',
  ])('%s is one', (address) => expect(isTypedMailAddress(address)).toBe(true));
  test.each([
    'a@b',
    'anna@localhost',
    'a@b.c',
    'a@10.0.0.1',
    'a@b.com,c@d.com',
    '@b.com',
    'müller@example.com',
  ])('%j is none', (address) => expect(isTypedMailAddress(address)).toBe(false));
});

describe('the stored spelling of an address', () => {
  test.each([
    ['anna@müller.example', 'anna@xn--mller-kva.example'],
    ['Anna@MÜLLER.Example', 'Anna@xn--mller-kva.example'],
    ['anna@straße.example', 'anna@xn--strae-oqa.example'],
    ['Anna@Example.com', 'Anna@Example.com'],
    ['a@10.0.0.1', 'a@10.0.0.1'],
    ['müller@example.com', 'müller@example.com'],
    ['no address', 'no address'],
  ])('of %s is %s', (typed, stored) => {
    expect(toMailAddress(typed)).toBe(stored);
    expect(toMailAddress(stored)).toBe(stored);
  });
  test('is what a schema gives', () => {
    expect(z.parse(mailAddress(isTypedMailAddress), ' anna@müller.example ')).toBe(
      'anna@xn--mller-kva.example',
    );
    expect(z.safeParse(mailAddress(isTypedMailAddress), 'anna@müller').success).toBe(false);
  });
});
