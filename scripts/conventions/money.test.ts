import { expect, test } from 'vitest';
import { checkMoney } from './money.ts';

const MODULE = 'apps/server/src/modules/orders/invoice-documents/write-cii.ts';
const check = (text: string, file = MODULE) => checkMoney(new Map([[file, text]]));

test.each([
  "new Intl.NumberFormat(locale, { style: 'currency', currency })",
  'amount / 100',
  '(amount/100).toFixed(2)',
  'Math.round(price * 100)',
  'gross / 1e2',
  'gross / 10 ** 2',
  'price.toFixed(2)',
  'currency: z.string().check(z.regex(/^[A-Z]{3}$/)),',
  "Intl.supportedValuesOf('currency').includes(code)",
])('the decimals of a currency may not be guessed by %s', (code) =>
  expect(check(`\nconst a = ${code};`)).toEqual(
    expect.arrayContaining([expect.stringContaining(`${MODULE}:2: `)]),
  ),
);

test('rates, other numbers, tests and the table itself are exempt', () => {
  expect(check('const percent = rate / 100;')).toEqual([]);
  expect(check('const share = Math.round((price * value.percent) / 100);')).toEqual([]);
  expect(check('const ms = seconds * 1000;')).toEqual([]);
  expect(check('const a = price / 100;', MODULE.replace('.ts', '.test.ts'))).toEqual([]);
  expect(
    check("new Intl.NumberFormat(l, { style: 'currency' })", 'packages/contracts/src/platform/currencies.ts'),
  ).toEqual([]);
  expect(check('ratio.toFixed(2)', 'apps/web/src/features/library/albums/album-tile.tsx')).toEqual([]);
});
