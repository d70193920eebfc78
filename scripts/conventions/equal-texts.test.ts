import { LOCALES } from '@keepsake/contracts/frame/configuration';
import { expect, test } from 'vitest';
import { checkEqualTexts } from './equal-texts.ts';

const WEB = 'apps/web/locales';
const SERVER = 'apps/server/src/modules/orders/withdrawals/texts';
const SENTENCE = 'Please try it again later.';

/** The same texts in every language, except where one is given. */
function inAllLanguages(folder: string, texts: object, others: Record<string, object> = {}) {
  return LOCALES.map((locale): [string, string] => [
    `${folder}/${locale}.json`,
    JSON.stringify(others[locale] ?? texts),
  ]);
}
const judge = (files: [string, string][], equal: Record<string, string> = {}) =>
  checkEqualTexts(new Map(files), equal);
const twice = { album: { failed: SENTENCE }, order: { failed: SENTENCE } };

test('a sentence has one key on each side', () => {
  expect(judge(inAllLanguages(WEB, twice))).toEqual([
    "the text 'web order.failed' is 'web album.failed': use one key",
  ]);
  expect(judge(inAllLanguages(SERVER, { one: SENTENCE, two: SENTENCE }))).toEqual([
    "the text 'orders/withdrawals two' is 'orders/withdrawals one': use one key",
  ]);
  expect(
    judge([...inAllLanguages(WEB, { failed: SENTENCE }), ...inAllLanguages(SERVER, { one: SENTENCE })]),
  ).toEqual([]);
});

test('texts that differ in one language mean different things', () => {
  const french = { album: { failed: 'Réessayez plus tard, merci.' }, order: { failed: SENTENCE } };
  expect(judge(inAllLanguages(WEB, twice, { 'fr-FR': french }))).toEqual([]);
});

test('a few words and the plural forms of one text may be equal', () => {
  expect(judge(inAllLanguages(WEB, { a: { b: 'Try again' }, c: { d: 'Try again' } }))).toEqual([]);
  expect(judge(inAllLanguages(WEB, { more_one: SENTENCE, more_other: SENTENCE }))).toEqual([]);
});

test('an exception lasts as long as the text is equal to another', () => {
  expect(judge(inAllLanguages(WEB, twice), { 'web order.failed': 'a reason' })).toEqual([]);
  expect(judge(inAllLanguages(WEB, { failed: SENTENCE }), { 'web failed': 'a reason' })).toEqual([
    "scripts/conventions/equal-texts.ts: no other key has the text of 'web failed'",
  ]);
});
