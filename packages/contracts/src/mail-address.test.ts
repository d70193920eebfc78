import { describe, expect, it } from 'vitest';
import { isMailAddress, isTypedMailAddress } from './mail-address.ts';

describe('a mail address', () => {
  it.each(['a@b.com', 'anna.berger+photos@example.co.uk', "o'neil@example.com", 'ümlaut@example.com'])(
    '%s is one',
    (address) => expect(isMailAddress(address)).toBe(true),
  );
  it.each([
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
    `${'a'.repeat(65)}@b.com`,
    `a@${'b'.repeat(250)}.com`,
  ])('%j is none, or more than one', (address) => expect(isMailAddress(address)).toBe(false));
});

describe('a typed mail address', () => {
  it.each(['a@b.com', 'anna@post.example.co.uk', 'mia@example.xn--p1ai'])('%s is one', (address) =>
    expect(isTypedMailAddress(address)).toBe(true),
  );
  it.each(['a@b', 'anna@localhost', 'a@b.c', 'a@10.0.0.1', 'a@b.com,c@d.com', '@b.com'])(
    '%j is none',
    (address) => expect(isTypedMailAddress(address)).toBe(false),
  );
});
