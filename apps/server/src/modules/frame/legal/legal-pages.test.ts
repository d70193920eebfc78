import { expect, test } from 'vitest';
import { findLegalPage, type LegalPages } from './legal-pages.ts';

const pages: LegalPages = {
  terms: new Map([
    ['fr-FR', { url: 'https://shop.example/fr' }],
    ['de-AT', { url: 'https://shop.example/at' }],
    ['de-DE', { url: 'https://shop.example/de' }],
  ]),
};

test.each([
  ['de-DE', 'de-DE'],
  ['de-CH', 'de-AT'],
  ['sv-SE', 'de-DE'],
])('who reads %s is shown the page in %s', (language, shown) => {
  expect(findLegalPage(pages, { kind: 'terms', language, locale: 'de-DE' })?.language).toBe(shown);
});

test('a page that a brand has in other languages alone is shown in the first of them', () => {
  const found = findLegalPage(pages, { kind: 'terms', language: 'sv-SE', locale: 'sv-SE' });
  expect(found).toEqual({ language: 'fr-FR', page: { url: 'https://shop.example/fr' } });
  expect(findLegalPage(pages, { kind: 'imprint', language: 'fr-FR', locale: 'fr-FR' })).toBeNull();
});
