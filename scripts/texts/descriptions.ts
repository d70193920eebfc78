import { AREAS, PARTS_OF_WEB } from './described-areas.ts';
import type { Entry } from './entries.ts';

/** What kind of text a key names by its end, first match first. */
const KINDS: readonly [key: RegExp, kind: string][] = [
  [/(^|\.)subject(\.|$)/i, 'subject of a mail'],
  [
    /(^|\.)(fault|faults|reasons?|refused|wrong|tooMany|throttled)\./,
    'says what is wrong with what was entered or sent',
  ],
  [/(failed|notSaved|notSent|wrong|tooMany|refused|unknown|missing)$/i, 'says what went wrong'],
  [/(title|heading)$/i, 'heading'],
  [
    /(button|submit|action|confirm|save|send|change|remove|add|cancel|open|retry|undo|again|manage|show|offer|choose)$/i,
    'button or link, in few words',
  ],
  [/(help|hint|note|advice)$/i, 'help beside a field or below a text'],
  [/(^|\.)(field|label|option|options|state|step|kind|type)\./, 'label in a list or beside a field'],
  [/(label|field|placeholder)$/i, 'label of a field'],
  [/(saved|done|removed|copied|restored|sent|changed|deleted)$/i, 'confirms that something was done'],
  [/(empty|none|noneYet)$/i, 'stands where a list has no entries'],
  [/(text|intro|summary|description|why)$/i, 'sentences of a page, a dialog or a mail'],
  [/^file\.|\.file$/, 'name of a file'],
];

/** Numbers that are tried to say which ones a plural form is for: fractions aside, as counts of things are whole. */
const NUMBERS = [...Array(201).keys(), 1000, 1_000_000];
const MOST_EXAMPLES = 6;

/** What a translator should know of a text: where it stands, what kind it is, its plural form, its values. */
export function describeText(
  { id, key, area, english, plural }: Entry,
  locale: string,
  place?: string,
): string {
  const part = area.name === 'web' ? PARTS_OF_WEB[key.split('.')[0] ?? ''] : AREAS[area.name];
  if (part === undefined)
    throw new Error(`scripts/texts/described-areas.ts does not say what '${id}' belongs to`);
  const base = plural === null ? key : key.slice(0, -plural.length - 1);
  const kind = place ?? KINDS.find(([pattern]) => pattern.test(base))?.[1] ?? 'text';
  const values = [...new Set(english.match(/\{\{?[^{}]+\}?\}|<\/?\w+>/g) ?? [])];
  return [
    `${part}: ${kind}.`,
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
