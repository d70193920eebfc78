import type { LOCALES } from '@keepsake/contracts/frame/configuration';
import { parseSync } from 'oxc-parser';
import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';
import { type Tree, walkTree } from './syntax.ts';

type Language = (typeof LOCALES)[number];
type Excused = Readonly<Record<string, string>>;

const FILE =
  /^apps\/(?:web\/locales|server\/src\/modules\/(\w[\w-]*\/[\w-]+(?:\/[\w-]+)?)\/texts)\/([a-z]{2}-[A-Z]{2})\.json$/;
const PLACEHOLDER = /\{\{?[^{}]*\}?\}/g;
/** Not in `SHA-256`, `UTF-8` and `2026-11-23`. */
const DIGITS = /(?<![\p{L}\d.,/-])\d+(?![\d/-])/u;
/** Numbers from two on, in words, in each language that Keepsake comes with. */
const WORDS: Record<Language, string> = {
  'en-GB':
    'two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|fifteen|twenty|thirty|sixty|ninety|hundred|thousand',
  'de-AT':
    'zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|vierzehn|fünfzehn|zwanzig|dreißig|sechzig|neunzig|hundert|tausend',
  'nl-NL':
    'twee|drie|vier|vijf|zes|zeven|acht|negen|tien|twaalf|veertien|vijftien|twintig|dertig|zestig|negentig|honderd|duizend',
  'fr-FR':
    'deux|trois|quatre|cinq|six|sept|huit|neuf|dix|douze|quatorze|quinze|vingt|trente|soixante|cent|mille',
  'sv-SE':
    'två|tre|fyra|fem|sex|sju|åtta|nio|tio|tolv|fjorton|femton|tjugo|trettio|sextio|nittio|hundra|tusen',
};
/** What limits count. 'Two steps', 'two rows' and 'both' are no limits. */
const UNITS: Record<Language, string> = {
  'en-GB': 'second|minute|hour|day|week|month|year|digit|character|key|photo|file|site',
  'de-AT': 'Sekunde|Minute|Stunde|Tag|Woche|Monat|Jahr|Ziffer|Zeichen|Schlüssel|Foto|Datei|Website',
  'nl-NL': 'seconde|minu|uur|uren|dag|week|weken|maand|jaar|jaren|cijfer|teken|sleutel|foto|bestand|site',
  'fr-FR': 'seconde|minute|heure|jour|semaine|mois|an|chiffre|caractère|clé|photo|fichier|site',
  'sv-SE': 'sekund|minut|timm|dag|dygn|veck|månad|år|siffr|tecken|nyck|foto|fil|webbplats',
};
/** What stands before a limit whose unit is in the sentence before: 'One per line, up to ten.' */
const UP_TO: Record<Language, string> = {
  'en-GB': 'up to|at most',
  'de-AT': 'bis zu|höchstens',
  'nl-NL': 'maximaal|hoogstens',
  'fr-FR': "jusqu['’]à",
  'sv-SE': 'högst|upp till',
};
/** A sentence of the code that says a number with its unit. */
const STATED_BY_CODE =
  /(?<![\p{L}\d.,/-])\d+(?:\.\d+)? (?:[kMG]B|bytes|megapixels|seconds|minutes|hours|days|weeks|months|years|characters|digits|files|photos)\b/u;

/** A period of a statement is its own limit, and says it to nobody. */
const SQL_PERIOD = /interval '[^']*'/g;

/** The specification's own words: `apps/web/src/app/stated-limits.test.ts` compares them with the limits. */
const SPECIFIED = 'in the words of the specification';
const NO_LIMIT = 'not a limit';

/** Texts that say a number by themselves, by their key. */
const EXCUSED: Excused = {
  'web download.tooMany': SPECIFIED,
  'web export.processing': SPECIFIED,
  'web export.valid': SPECIFIED,
  'web export.requested': SPECIFIED,
  'web storage.threeMonthsBefore': 'the name of a reminder',
  'web storage.oneMonthBefore': 'the name of a reminder',
  'web storage.oneWeekBefore': 'the name of a reminder',
  'web storage.oneDayBefore': 'the name of a reminder',
  'web callbacks.sinceHours.168': 'its key is the number of hours',
  'web callbacks.sinceHours.24': 'its key is the number of hours',
  'web callbacks.sinceHours.720': 'its key is the number of hours',
  'web callbacks.fault.has-port': NO_LIMIT,
  'web callbacks.stopped.gone': NO_LIMIT,
  'web payment.demo.card.good': NO_LIMIT,
  'exchange/event-delivery stopped.gone': NO_LIMIT,
  'orders/invoice-documents free.K': NO_LIMIT,
  'orders/invoice-documents free.Z': NO_LIMIT,
};
/** Sentences of the code that say one, by their file. */
const EXCUSED_CODE: Excused = {};

/**
 * Lists texts and sentences of the code that say a limit's number themselves. They take it as a value from the constant that is
 * the limit, so that a changed limit is stated at once, in every language.
 */
export function checkStatedLimits(
  texts: Sources,
  sources: Sources,
  { excused, excusedCode }: { excused: Excused; excusedCode: Excused } = {
    excused: EXCUSED,
    excusedCode: EXCUSED_CODE,
  },
): string[] {
  const stated = [...texts].flatMap(([file, json]) => statedIn(file, json));
  const saying = [...sources].filter(([file, code]) => !isTest(file) && saysNumber(file, code));
  return [
    ...stated
      .filter(({ key }) => !(key in excused))
      .map(({ file, key, number }) => `${file}: '${key}' says '${number}': give it the limit as a value`),
    ...saying
      .filter(([file]) => !(file in excusedCode))
      .map(([file]) => `${file}: a sentence says a limit's number: take it from the limit's constant`),
    ...Object.keys(excused)
      .filter((key) => !stated.some((one) => one.key === key))
      .map((key) => `scripts/conventions/stated-limits.ts: '${key}' says no number`),
    ...Object.keys(excusedCode)
      .filter((key) => !saying.some(([file]) => file === key))
      .map((file) => `scripts/conventions/stated-limits.ts: ${file} says no number`),
  ];
}

type Stated = { file: string; key: string; number: string };

function statedIn(file: string, json: string): Stated[] {
  const [, module = 'web', language] = FILE.exec(file) ?? [];
  if (language === undefined || !(language in WORDS)) return [];
  const pattern = inWords(language as Language);
  return listTexts(JSON.parse(json), `${module} `).flatMap(([key, text]) => {
    const words = text.replace(PLACEHOLDER, '');
    const number = DIGITS.exec(words)?.[0] ?? pattern.exec(words)?.[0];
    return number === undefined ? [] : [{ file, key, number }];
  });
}

/** A number with its unit, in words, with at most one word between: 'the last seven days', 'up to ten', 'dix au plus'. */
function inWords(language: Language): RegExp {
  const number = `(?<!\\p{L})(?:${WORDS[language]})(?!\\p{L})`;
  const withUnit = `${number}(?:\\s+\\p{L}+)?\\s+(?:${UNITS[language]})`;
  return new RegExp(`${withUnit}|(?:${UP_TO[language]})\\s+${number}|${number} au plus`, 'iu');
}

/** Each text with its key: parts of nested ones are separated by dots. */
function listTexts(value: unknown, key: string): [key: string, text: string][] {
  if (typeof value === 'string') return [[key.replace(/\.$/, ''), value]];
  return Object.entries(value ?? {}).flatMap(([part, inner]) => listTexts(inner, `${key}${part}.`));
}

function saysNumber(file: string, code: string): boolean {
  if (!/^(apps|packages)\//.test(file) || !STATED_BY_CODE.test(code)) return false;
  let isStated = false;
  walkTree(parseSync(file, code).program, (node) => {
    const words = wordsOf(node)?.replace(SQL_PERIOD, '') ?? '';
    if (STATED_BY_CODE.test(words)) isStated = true;
  });
  return isStated;
}

/** A literal, or a part of a template. */
function wordsOf({ type, value }: Tree): string | null {
  if (type === 'TemplateElement') return (value as { raw: string }).raw;
  return type === 'Literal' && typeof value === 'string' ? value : null;
}
