import { LOCALES } from '@keepsake/contracts/frame/configuration';
import { expect, test } from 'vitest';
import { listDemoVouchers } from './demo-vouchers.ts';

const NOW = new Date('2026-11-28T12:00:00Z');
/** What customers read of each voucher. */
const wordsIn = (locale: string) =>
  listDemoVouchers(NOW, locale).flatMap(({ title, goodFor }) => [title, ...(goodFor ? [goodFor.title] : [])]);
const others = LOCALES.filter((locale) => locale !== 'en-GB');

test('the demo’s vouchers are named in the language of its customers, and are otherwise the same', () => {
  const english = new Set(wordsIn('en-GB'));
  for (const locale of others) {
    expect(
      wordsIn(locale).filter((word) => english.has(word)),
      locale,
    ).toEqual([]);
    const codes = listDemoVouchers(NOW, locale).map(({ code }) => code);
    expect(codes).toEqual(listDemoVouchers(NOW, 'en-GB').map(({ code }) => code));
  }
});

test('the demo’s vouchers have English names where Keepsake does not speak the language', () => {
  expect(wordsIn('da-DK')).toEqual(wordsIn('en-GB'));
});
