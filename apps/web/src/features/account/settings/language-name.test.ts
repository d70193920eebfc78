import { expect, test } from 'vitest';
import { languageName } from './groups.tsx';

const OFFERED = ['en-GB', 'de-AT', 'nl-NL', 'fr-FR', 'sv-SE'];

test.each([
  ['nl-NL', OFFERED, 'Nederlands'],
  ['fr-FR', OFFERED, 'français'],
  ['de-AT', OFFERED, 'Deutsch'],
  ['sv-SE', [...OFFERED, 'de-DE'], 'svenska'],
  ['de-AT', [...OFFERED, 'de-DE'], 'Deutsch (Österreich)'],
  ['de-DE', [...OFFERED, 'de-DE'], 'Deutsch (Deutschland)'],
])('the name of %s among %o is its own, as it writes it inside a sentence', (locale, offered, name) => {
  expect(languageName(locale, offered)).toBe(name);
});
