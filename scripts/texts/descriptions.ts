import { AREAS, PARTS_OF_WEB } from './described-areas.ts';
import type { Entry } from './entries.ts';
import { type Kind, kindOfKey } from './kinds.ts';

/** Numbers that are tried to say which ones a plural form is for: fractions aside, as counts of things are whole. */
const NUMBERS = [...Array(201).keys(), 1000, 1_000_000];
const MOST_EXAMPLES = 6;

/**
 * What a translator should know of a text: where it stands, what kind it is if its place or its key tells, its plural form, its values.
 */
export function describeText(
  { id, key, area, english, plural }: Entry,
  locale: string,
  place: Kind | null,
): string {
  const part = area.name === 'web' ? PARTS_OF_WEB[key.split('.')[0] ?? ''] : AREAS[area.name];
  if (part === undefined)
    throw new Error(`scripts/texts/described-areas.ts does not say what '${id}' belongs to`);
  const base = plural === null ? key : key.slice(0, -plural.length - 1);
  const kind = place?.isVague === false ? place.kind : (kindOfKey(base) ?? place?.kind ?? null);
  const values = [...new Set(english.match(/\{\{?[^{}]+\}?\}|<\/?\w+>/g) ?? [])];
  return [
    kind === null ? `${part}.` : `${part}: ${kind}.`,
    plural === null ? [] : `Plural form '${plural}', for ${examplesOf(locale, plural)}.`,
    values.length === 0 ? [] : 'What stands in braces or angle brackets stays as it is.',
  ]
    .flat()
    .join(' ');
}

function examplesOf(locale: string, plural: string): string {
  const rules = new Intl.PluralRules(locale);
  const numbers = NUMBERS.filter((number) => rules.select(number) === plural);
  return numbers.length === 0 ? 'fractions' : `numbers such as ${numbers.slice(0, MOST_EXAMPLES).join(', ')}`;
}
