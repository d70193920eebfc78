import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AreaTexts, lenderOf, ownTexts, setOwnTexts } from '../../../platform/languages.ts';
import { createTexts, dateInSentence } from '../../../platform/texts.ts';
import { webTextsOf } from './web-texts.ts';

const source = path.resolve(import.meta.dirname, '../../..');
const textsOf = (folder: string) => pathToFileURL(path.join(source, 'modules', folder, 'texts/'));
const earlier = ownTexts();

beforeEach(() => {
  setOwnTexts({
    languages: new Map<string, AreaTexts>([
      [
        'de-DE',
        { web: { 'orders.vatId': 'USt-IdNr. {{id}}' }, mails: { linkHint: 'Adresse zum Kopieren:' } },
      ],
      ['fr-BE', {}],
    ]),
    brands: new Map([['lysholt', new Map([['de-DE', { web: { 'home.title': 'Start' } }]])]]),
  });
});
afterEach(() => setOwnTexts(earlier));

describe('a language of another region', () => {
  test.each([
    ['de-DE', 'de-AT'],
    ['fr-BE', 'fr-FR'],
    ['en-IE', 'en-GB'],
    ['de-AT', null],
    ['da-DK', null],
    ['sr-Cyrl-RS', null],
  ])('%s borrows of %s', (locale, lender) => {
    expect(lenderOf(locale)).toBe(lender);
  });

  test('borrows of an own language in the same script alone', () => {
    const offered = ['en-GB', 'sr-Latn-RS', 'sr-Cyrl-RS'];
    expect(lenderOf('sr-Latn-BA', offered)).toBe('sr-Latn-RS');
    expect(lenderOf('sr-Cyrl-BA', offered)).toBe('sr-Cyrl-RS');
  });

  test('has what it words itself in the web app, and all else of its neighbour', async () => {
    const read = async (locale: string, brand: string | null = null) =>
      JSON.parse((await webTextsOf(locale, brand)).json);
    const [germany, austria] = [await read('de-DE'), await read('de-AT')];
    expect(germany.orders.vatId).toBe('USt-IdNr. {{id}}');
    expect(austria.orders.vatId).toBe('UID-Nummer {{id}}');
    expect({ ...germany, orders: null }).toEqual({ ...austria, orders: null });
    expect(await read('de-DE', 'lysholt')).toEqual({ ...germany, home: { ...germany.home, title: 'Start' } });
    expect(await read('fr-BE')).toEqual(await read('fr-FR'));
  });

  test('has them in mails, too, and dates of its own', () => {
    const t = createTexts<Record<'hello' | 'linkHint' | 'signature', string>>(textsOf('frame/mails'));
    expect(t('de-DE')('linkHint')).toBe('Adresse zum Kopieren:');
    expect(t('de-DE')('signature', { brand: 'X' })).toBe(t('de-AT')('signature', { brand: 'X' }));
    expect(t('de-DE')('signature', { brand: 'X' })).not.toBe(t('en-GB')('signature', { brand: 'X' }));
    const day = new Date('2027-01-05');
    expect([dateInSentence(day, 'de-DE'), dateInSentence(day, 'de-AT')]).toEqual([
      '5. Januar 2027',
      '5. Jänner 2027',
    ]);
  });
});
