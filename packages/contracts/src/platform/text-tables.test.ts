import { describe, expect, test } from 'vitest';
import { findTextFaults } from './text-faults.ts';
import {
  completeTexts,
  flattenTexts,
  nestTexts,
  SERVER_TEXTS,
  textKeysIn,
  WEB_TEXTS,
} from './text-tables.ts';

const english = {
  title: 'Photos',
  photos_one: 'One photo',
  photos_other: '{{count}} photos',
  hello: 'Hi {{name}}',
};
const polish = { locale: 'pl-PL', english, form: WEB_TEXTS };

test('a language has the English keys with its own plural forms', () => {
  expect(textKeysIn('pl-PL', english, WEB_TEXTS)).toEqual([
    'title',
    ...['one', 'few', 'many', 'other'].map((form) => `photos_${form}`),
    'hello',
  ]);
});

test('a missing text falls back to English, a missing plural form to `other`', () => {
  const complete = completeTexts({ title: 'Zdjęcia', photos_other: '{{count}} zdjęcia' }, polish);
  expect(complete).toMatchObject({ title: 'Zdjęcia', photos_few: '{{count}} zdjęcia', hello: 'Hi {{name}}' });
  expect(completeTexts({}, polish)).toMatchObject({
    photos_few: '{{count}} photos',
    photos_one: 'One photo',
  });
});

test('a text that a region lacks is that of the other region, with the plural forms of the region itself', () => {
  const base = {
    title: 'Photos de France',
    photos_one: 'Une photo',
    photos_other: '{{count}} photos de France',
  };
  const belgian = { locale: 'fr-BE', english, base, form: WEB_TEXTS };
  expect(completeTexts({ title: 'Photos de Belgique' }, belgian)).toEqual({
    title: 'Photos de Belgique',
    photos_one: 'Une photo',
    photos_many: '{{count}} photos de France',
    photos_other: '{{count}} photos de France',
    hello: 'Hi {{name}}',
  });
  expect(findTextFaults({}, belgian).missing).toEqual(['photos_many', 'hello']);
});

describe('the faults of texts', () => {
  const faultsOf = (own: Record<string, string>) => findTextFaults(own, polish);

  test('are missing or unknown keys', () => {
    const { missing, unknown, wrong } = faultsOf({
      title: 'Zdjęcia',
      titel: 'x',
      photos_few: '{{count}} zdjęcia',
    });
    expect([missing, unknown, wrong]).toEqual([
      ['photos_one', 'photos_many', 'photos_other', 'hello'],
      ['titel'],
      [],
    ]);
  });

  test.each([
    [{ hello: 'Cześć' }, "lacks 'name', which the English text has"],
    [{ hello: 'Cześć {{imie}}' }, "has 'imie', which the English text lacks"],
    [{ hello: 'Cześć {{name}} {{name}}' }, "does not have 'name' as often as the English text"],
    [{ photos_few: 'zdjęcia' }, "lacks 'count', which the English text has"],
    [{ title: '  ' }, 'is empty'],
    [
      { photos_two: '{{count}} zdjęcia' },
      "is a plural form that pl-PL does not have: it has 'one', 'few', 'many', 'other'",
    ],
  ])(
    'are differing placeholders, nothing at all, and plural forms that no number takes: %o',
    (own, fault) => {
      expect(faultsOf(own).wrong).toEqual([[Object.keys(own)[0], fault]]);
    },
  );

  test('are none if one photo omits the number, or a language’s own form words it differently', () => {
    expect(faultsOf({ photos_one: 'Jedno zdjęcie', photos_many: '{{count}} zdjęć' }).wrong).toEqual([]);
  });

  test('are plural forms that are lacking beside others, and not those of a text that is lacking', () => {
    expect(
      faultsOf({ photos_one: '{{count}} zdjęcie', photos_other: '{{count}} zdjęcia' }).incomplete,
    ).toEqual([['photos', "lacks the plural form 'few', 'many': pl-PL has 'one', 'few', 'many', 'other'"]]);
    expect(faultsOf({ title: 'Zdjęcia' }).incomplete).toEqual([]);
  });

  test('are none if one photo has a number that its English lacks, as where the form is for 21, too', () => {
    const lithuanian = { locale: 'lt-LT', english, form: WEB_TEXTS };
    expect(findTextFaults({ photos_one: '{{count}} nuotrauka' }, lithuanian).wrong).toEqual([]);
  });

  test('are found in the notation of the server’s texts, too', () => {
    const texts = { 'mail.text': 'Welcome to {brand}.' };
    const of = { locale: 'da-DK', english: texts, form: SERVER_TEXTS };
    expect(findTextFaults({ 'mail.text': 'Velkommen.' }, of).wrong).toHaveLength(1);
    expect(findTextFaults({ 'mail.text': 'Velkommen til {brand}.' }, of).wrong).toEqual([]);
  });
});

test('nested texts, including lists, keep their shape', () => {
  const nested = {
    help: {
      sections: [
        { title: 'A', text: 'a' },
        { title: 'B', text: 'b' },
      ],
    },
    top: 'T',
  };
  const flat = flattenTexts(nested);
  expect(flat).toMatchObject({ 'help.sections.1.title': 'B', top: 'T' });
  expect(nestTexts(nested, { ...flat, 'help.sections.1.title': 'C' })).toEqual({
    help: {
      sections: [
        { title: 'A', text: 'a' },
        { title: 'C', text: 'b' },
      ],
    },
    top: 'T',
  });
});
