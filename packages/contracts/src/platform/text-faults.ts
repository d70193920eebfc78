import {
  pluralFormsOf,
  pluralOf,
  type TextForm,
  type TextSource,
  type TextTable,
  textKeysIn,
} from './text-tables.ts';

export type TextFaults = {
  /** Keys without a text, in the language or in its other region, which are shown in English. */
  missing: string[];
  /** Keys that nothing uses. */
  unknown: string[];
  /** Keys with some plural forms of the language and not with others, each without its form: key and fault. */
  incomplete: [key: string, fault: string][];
  /** Texts that would be displayed wrongly: key and fault. */
  wrong: [key: string, fault: string][];
};

/** Compares the texts of a language with the English ones. */
export function findTextFaults(own: TextTable, source: TextSource): TextFaults {
  const { locale, english, base = {}, form } = source;
  const keys = textKeysIn(locale, english, form);
  const wrong = Object.entries(own).flatMap(([key, text]): [string, string][] => {
    const fault = faultOf(key, text, source) ?? faultOfForm(key, source);
    return fault ? [[key, fault]] : [];
  });
  const isKnown = (key: string) => keys.includes(key) || pluralOf(key, english, form) !== null;
  return {
    missing: keys.filter((key) => !(key in own || key in base)),
    unknown: Object.keys(own).filter((key) => !isKnown(key)),
    incomplete: findIncomplete(own, source),
    wrong,
  };
}

/** What no text has: control characters other than line breaks, and those that turn or hide what stands beside them. */
const INVISIBLE =
  /(?!\n)[\p{Cc}\u200b\u2028\u2029\u202a-\u202e\u2061-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;
/** By this i18next puts other texts into one. */
const NESTING = '$t(';
const TAG = /<(\/?)(\w+)\s*(\/?)>/g;

function faultOf(key: string, text: string, { english, form }: TextSource): string | null {
  if (text.trim() === '') return 'is empty';
  const twin = twinOf(key, english, form);
  if (twin === null) return null;
  return (
    faultOfSigns(text, twin.text) ?? faultOfBraces(text, twin.text, form) ?? faultOfMarks(text, twin, form)
  );
}

type Twin = {
  text: string;
  /** Whether it may lack a value: 'One photo' may omit the number. */
  isFew: boolean;
  /** All forms of it: where 'one' is for 21 as well, it has the number. */
  forms: readonly string[];
};

/** The English text that one translates. */
function twinOf(key: string, english: TextTable, form: TextForm): Twin | null {
  const plural = pluralOf(key, english, form);
  if (plural === null) {
    const text = english[key];
    return text === undefined ? null : { text, isFew: false, forms: [text] };
  }
  const [one = '', other = ''] = ['one', 'other'].map(
    (each) => english[plural.base + form.pluralSeparator + each],
  );
  const isFew = ['zero', 'one', 'two'].includes(plural.form);
  return { text: english[key] ?? other, isFew, forms: [one, other] };
}

/** What nobody sees in a text, and what puts other texts into it. */
function faultOfSigns(text: string, english: string): string | null {
  const [invisible] = INVISIBLE.exec(text) ?? [];
  if (invisible !== undefined) {
    const code = invisible.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    return `has the invisible character U+${code}`;
  }
  if (text.includes(NESTING) && !english.includes(NESTING))
    return `has '${NESTING}', which the English text lacks`;
  if (/^\s/.test(text) && !/^\s/.test(english)) return 'begins with a space, which the English text lacks';
  return /\s$/.test(text) && !/\s$/.test(english) ? 'ends with a space, which the English text lacks' : null;
}

/** Braces that belong to no value, and angle brackets that belong to no tag. */
function faultOfBraces(text: string, english: string, form: TextForm): string | null {
  const find = (each: string) => each.replace(form.value, '').match(/[{}]/g)?.length ?? 0;
  if (find(text) > find(english)) {
    const [excerpt = ''] = /\{+[^{}]*\}*|\}+/.exec(withoutValues(text, form)) ?? [];
    return `has '${excerpt}', and values are written ${form.written} here`;
  }
  const [open] = /<\/?[a-z][^<>]*>?/i.exec(text.replace(TAG, '')) ?? [];
  return open !== undefined && !english.includes(open) ? `has '${open}', which the English text lacks` : null;
}

/** A text without its values; a value between further braces stays, for it is none. */
const withoutValues = (text: string, { value }: TextForm) =>
  text.replace(value, (found, at: number) =>
    text[at - 1] === '{' || text[at + found.length] === '}' ? found : '',
  );

/** Values with their formats, and tags: all of the English ones as often, and the tags around something. */
function faultOfMarks(text: string, { text: english, isFew, forms }: Twin, form: TextForm): string | null {
  const [mine, theirs] = [marksOf(text, form), marksOf(english, form)];
  const allowed = forms.flatMap((each) => marksOf(each, form));
  const added = without(mine.map(nameOf), allowed.map(nameOf));
  if (added.length > 0) return `has ${list(added)}, which the English text lacks`;
  const lacking = without(theirs.map(nameOf), mine.map(nameOf));
  if (lacking.length > 0 && !isFew) return `lacks ${list(lacking)}, which the English text has`;
  const [changed] = without(mine, allowed);
  if (changed !== undefined) {
    const original = allowed.filter((mark) => nameOf(mark) === nameOf(changed));
    return `has '${changed}' in place of ${list(original)}`;
  }
  const isAsOften = isFew || String(mine.toSorted()) === String(theirs.toSorted());
  const order = faultOfOrder(text);
  if (order !== null || isAsOften) return order;
  return `does not have ${list(mine.map(nameOf))} as often as the English text`;
}

/** Each tag closes the one that was opened last. */
function faultOfOrder(text: string): string | null {
  const open: string[] = [];
  for (const [, end, name = '', isSelfClosing] of text.matchAll(TAG)) {
    if (isSelfClosing) continue;
    if (end === '') open.push(name);
    else if (open.pop() !== name) return `has '</${name}>' where it closes nothing`;
  }
  const [left] = open;
  return left === undefined ? null : `has '<${left}>' that nothing closes`;
}

/** Values and tags, each with the same spaces. */
const marksOf = (text: string, { value }: TextForm): string[] =>
  [...text.matchAll(value), ...text.matchAll(TAG)].map(([mark]) =>
    mark.replace(/\s/g, '').replace(',', ', '),
  );

const nameOf = (mark: string) => /\w+/.exec(mark)?.[0] ?? mark;
const without = (names: readonly string[], others: readonly string[]) =>
  names.filter((name) => !others.includes(name));

/** A form that the language's numbers never take is a slip: nothing would ever show its text. */
function faultOfForm(key: string, { locale, english, form }: TextSource): string | null {
  const plural = pluralOf(key, english, form);
  const forms = pluralFormsOf(locale);
  return plural === null || forms.includes(plural.form)
    ? null
    : `is a plural form that ${locale} does not have: it has ${list(forms)}`;
}

/** A text with a number has all plural forms of its language, or none and is shown in English. */
function findIncomplete(
  own: TextTable,
  { locale, english, base = {}, form }: TextSource,
): [string, string][] {
  const forms = pluralFormsOf(locale);
  const plurals = Object.keys(own).flatMap((key) => pluralOf(key, english, form) ?? []);
  const bases = new Set(plurals.filter((each) => forms.includes(each.form)).map(({ base: key }) => key));
  return [...bases].flatMap((key): [string, string][] => {
    const lacking = forms.filter((each) => {
      const full = key + form.pluralSeparator + each;
      return !(full in own || full in base);
    });
    if (lacking.length === 0) return [];
    return [[key, `lacks the plural form ${list(lacking)}: ${locale} has ${list(forms)}`]];
  });
}

const list = (names: readonly string[]) => [...new Set(names)].map((name) => `'${name}'`).join(', ');
