import { describe, expect, test } from 'vitest';
import { findPasswordFault } from './password-strength.ts';

const anna = { email: 'anna.berger@posthof.example', name: 'Anna-Lena Berger', brand: 'Pennyfern' };

test.each([
  ['nine char', 'password.tooShort'],
  ['🌷🌷🌷🌷🌷', 'password.tooShort'],
  ['x y'.repeat(43), 'password.tooLong'],
  ['ten chars!', null],
])('%s: %s', async (password, fault) => {
  expect(await findPasswordFault(password, anna)).toBe(fault);
});

describe('easy to guess', () => {
  test.each([
    [
      'a password that many people use',
      'QWERTYUIOP qwertzuiop azertyuiop 1q2w3e4r5t passwordpassword motdepasse1',
    ],
    [
      'one with a year or digits behind',
      'password2027 wachtwoord12 losenord1234 Manchester1 Bonjour2026! 1q2w3e4r5t6z',
    ],
    ['one in disguise', 'p@ssw0rd2027! Str4wberry! lösenord1234 i-love-you-2027'],
    ['one thing again and again', 'aaaaaaaaaaaaaa ababababab12 hejhejhejhej'],
    ['a date or a telephone number', '12.03.1987 0612345678'],
    ['the name', 'anna-lena-berger AnnaBerger!! annalena1987 berger.lena.27'],
    ['the address', 'anna.berger@posthof.example posthof2027 anna.berger1'],
    ['the brand', 'Pennyfern2027 pennyfern-pennyfern PENNYFERN!!!'],
  ])('%s', async (_what, passwords) => {
    for (const password of passwords.split(' '))
      expect(await findPasswordFault(password, anna), password).toBe('password.tooCommon');
  });
});

test.each([
  'tulips in the rain',
  'correct horse',
  'mormors äppelkaka',
  'grote fiets',
  'x7Gk2!pQ9z',
  'my new password 0',
  'Anna likes tall poplars',
])('%s is accepted', async (password) => {
  expect(await findPasswordFault(password, anna)).toBeNull();
});

test('data of a customer counts only for that customer', async () => {
  const noah = { email: 'noah@example.com', name: 'Noah Lind', brand: 'Kiekhof' };
  expect(await findPasswordFault('posthof pennyfern', noah)).toBeNull();
  expect(await findPasswordFault('posthof pennyfern', anna)).toBe('password.tooCommon');
});
