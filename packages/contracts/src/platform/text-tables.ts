/** Texts by key; parts of a key are separated by dots. */
export type TextTable = Readonly<Record<string, string>>;
/** Texts nested as in the web app's files. */
export type NestedTexts = { readonly [key: string]: string | NestedTexts | readonly NestedTexts[] };

/** Notation of the texts on one side of the application. */
export type TextForm = {
  /** Separates a key from its plural form: `photos_one`, `photos.one`. */
  pluralSeparator: '_' | '.';
  /** Matches a placeholder; one of its groups is the name. */
  placeholder: RegExp;
};
export const WEB_TEXTS: TextForm = { pluralSeparator: '_', placeholder: /\{\{\s*(\w+)|<\/?(\w+)>/g };
export const SERVER_TEXTS: TextForm = { pluralSeparator: '.', placeholder: /\{(\w+)\}/g };

/** Flattens nested texts: `help.faq.sections.0.title`. */
export function flattenTexts(texts: NestedTexts, prefix = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string'
        ? [[prefix + key, value]]
        : Object.entries(flattenTexts(value as NestedTexts, `${prefix}${key}.`)),
    ),
  );
}

/** Nests a flat table in the given shape; entries of the shape that the table lacks keep their text. */
export function nestTexts(shape: NestedTexts, table: TextTable): NestedTexts {
  const nested = structuredClone(shape) as Record<string, unknown>;
  for (const [key, text] of Object.entries(table)) {
    const steps = key.split('.');
    const last = steps.pop() ?? '';
    let place = nested;
    for (const step of steps) {
      place[step] ??= {};
      place = place[step] as Record<string, unknown>;
    }
    place[last] = text;
  }
  return nested as NestedTexts;
}

type Plural = { base: string; form: string };
const FORMS = /^(zero|one|two|few|many|other)$/;

/**
 * The plural key and form that a key consists of, if the English texts have both '_one' and '_other'; a word alone may be
 * 'other', too.
 */
function pluralOf(key: string, english: TextTable, { pluralSeparator }: TextForm): Plural | null {
  const at = key.lastIndexOf(pluralSeparator);
  const [base, form] = [key.slice(0, at), key.slice(at + 1)];
  if (at <= 0 || !FORMS.test(form)) return null;
  return ['one', 'other'].every((each) => base + pluralSeparator + each in english) ? { base, form } : null;
}

/** The keys that a language's texts have: the English ones, with the language's own plural forms. */
export function textKeysIn(locale: string, english: TextTable, form: TextForm): string[] {
  const plurals = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  const keys = Object.keys(english).flatMap((key) => {
    const plural = pluralOf(key, english, form);
    return plural ? plurals.map((each) => plural.base + form.pluralSeparator + each) : [key];
  });
  return [...new Set(keys)];
}

/** A language whose texts are read, the English ones, and those of another region where there is one. */
export type TextSource = {
  locale: string;
  english: TextTable;
  /** Texts of the same language in another region: German of Austria for one of Germany. */
  base?: TextTable;
  form: TextForm;
};

/**
 * Completes a language's texts: missing ones are those of another region, or in English; missing plural forms use `other`.
 */
export function completeTexts(
  own: TextTable,
  { locale, english, base = {}, form }: TextSource,
): Record<string, string> {
  const texts = { ...base, ...own };
  const complete = textKeysIn(locale, english, form).map((key): [string, string] => {
    const other = pluralOf(key, english, form)?.base.concat(form.pluralSeparator, 'other') ?? key;
    return [key, texts[key] ?? texts[other] ?? english[key] ?? english[other] ?? ''];
  });
  return Object.fromEntries(complete);
}

export type TextFaults = {
  /** Keys without a text, in the language or in its other region, which are shown in English. */
  missing: string[];
  /** Keys that nothing uses. */
  unknown: string[];
  /** Texts that would be displayed wrongly: key and fault. */
  wrong: [key: string, fault: string][];
};

/** Compares the texts of a language with the English ones. */
export function findTextFaults(own: TextTable, { locale, english, base = {}, form }: TextSource): TextFaults {
  const keys = textKeysIn(locale, english, form);
  const wrong = Object.entries(own).flatMap(([key, text]): [string, string][] => {
    const fault = faultOf(key, text, english, form) ?? faultOfForm(key, { locale, english, form });
    return fault ? [[key, fault]] : [];
  });
  const isKnown = (key: string) => keys.includes(key) || pluralOf(key, english, form) !== null;
  return {
    missing: keys.filter((key) => !(key in own || key in base)),
    unknown: Object.keys(own).filter((key) => !isKnown(key)),
    wrong,
  };
}

function faultOf(key: string, text: string, english: TextTable, form: TextForm): string | null {
  if (text.trim() === '') return 'is empty';
  const plural = pluralOf(key, english, form);
  const twin = english[key] ?? (plural && english[`${plural.base}${form.pluralSeparator}other`]);
  if (twin === undefined || twin === null) return null;
  const [mine, theirs] = [placeholdersOf(text, form), placeholdersOf(twin, form)];
  const added = mine.filter((name) => !theirs.includes(name));
  if (added.length > 0) return `has ${list(added)}, which the English text lacks`;
  // 'One photo' may omit the number.
  const mayLack = plural?.form === 'zero' || plural?.form === 'one' || plural?.form === 'two';
  const lacking = theirs.filter((name) => !mine.includes(name));
  if (lacking.length > 0 && !mayLack) return `lacks ${list(lacking)}, which the English text has`;
  return mine.length === theirs.length || mayLack
    ? null
    : `does not have ${list(mine)} as often as the English text`;
}

/** A form that the language's numbers never take is a slip: nothing would ever show its text. */
function faultOfForm(key: string, { locale, english, form }: TextSource): string | null {
  const plural = pluralOf(key, english, form);
  const forms: readonly string[] = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  return plural === null || forms.includes(plural.form)
    ? null
    : `is a plural form that ${locale} does not have: it has ${list(forms)}`;
}

const list = (names: readonly string[]) => [...new Set(names)].map((name) => `'${name}'`).join(', ');

const placeholdersOf = (text: string, { placeholder }: TextForm): string[] =>
  [...text.matchAll(placeholder)].map(([, one, other]) => one ?? other ?? '');
