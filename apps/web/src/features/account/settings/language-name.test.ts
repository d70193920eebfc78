import { expect, test } from 'vitest';
import { languageName } from './groups.tsx';

test.each([
  ['nl-NL', 'Nederlands'],
  ['fr-FR', 'français'],
  ['sv-SE', 'svenska'],
  ['de-AT', 'Deutsch'],
])('the language of %s is written as it writes itself inside a sentence', (locale, name) => {
  expect(languageName(locale)).toBe(name);
});
