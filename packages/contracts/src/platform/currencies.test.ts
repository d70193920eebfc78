import { describe, expect, test } from 'vitest';
import { decimalAmount, formatPrice, isCurrency, isCurrentCurrency } from './currencies.ts';

describe('the decimals of a currency are those of ISO 4217', () => {
  test.each([
    ['GBP', '123.45', '£123.45'],
    ['ISK', '12345', 'ISK 12,345'],
    ['JPY', '12345', 'JP¥12,345'],
    // CLDR gives these none, some versions of it since recently.
    ['RSD', '123.45', 'RSD 123.45'],
    ['HUF', '123.45', 'HUF 123.45'],
    ['IDR', '123.45', 'IDR 123.45'],
    ['TND', '12.345', 'TND 12.345'],
    // Replaced by the euro.
    ['HRK', '123.45', 'HRK 123.45'],
  ])('%s, in files and as people read it', (code, decimal, read) => {
    expect(decimalAmount(12_345, code)).toBe(decimal);
    expect(formatPrice(12_345, code, 'en-GB').replace(/\s/u, ' ')).toBe(read);
  });

  test('in every language, whatever the machine’s own table says', () => {
    for (const locale of ['en-GB', 'de-AT', 'nl-NL', 'fr-FR', 'sv-SE', 'hu-HU', 'is-IS', 'ja-JP', 'sr-RS'])
      for (const code of ['EUR', 'HUF', 'ISK', 'JPY', 'RSD', 'KWD', 'CLP', 'IDR']) {
        const digits = formatPrice(12_345, code, locale).replace(/\D/gu, '');
        expect([locale, code, digits]).toEqual([locale, code, '12345']);
      }
  });

  test('and sterling has its sign alone, dollars have theirs with their country', () => {
    const read = (code: string, locale: string) => formatPrice(500, code, locale).replace(/\s/u, ' ');
    expect(['en-GB', 'fr-FR', 'sv-SE'].map((locale) => read('GBP', locale))).toEqual([
      '£5.00',
      '5,00 £',
      '5,00 £',
    ]);
    expect(read('USD', 'fr-FR')).toBe('5,00 $US');
  });

  test('and a price of a single item has two more where it needs them', () => {
    expect(formatPrice(9_677.42, 'GBP', 'en-GB', { furtherDigits: 2 })).toBe('£96.7742');
    expect(formatPrice(9_677, 'GBP', 'en-GB', { furtherDigits: 2 })).toBe('£96.77');
    expect(formatPrice(96.7742, 'JPY', 'en-GB', { furtherDigits: 2 })).toBe('JP¥96.77');
  });
});

test('no code but those that things are sold in is a currency', () => {
  for (const code of ['XXX', 'XTS', 'XAU', 'CLF', 'ABC', 'eur', 'DEM', ''])
    expect(isCurrency(code)).toBe(false);
  expect(decimalAmount(120, 'ABC')).toBe('1.20');
  expect([isCurrency('BGN'), isCurrentCurrency('BGN')]).toEqual([true, false]);
});
