/** Texts by key; parts of a key are separated by dots. */
export type TextTable = Readonly<Record<string, string>>;
/** Texts nested as in the web app's files. */
export type NestedTexts = { readonly [key: string]: string | NestedTexts | readonly NestedTexts[] };

/** Notation of the texts on one side of the application. */
export type TextForm = {
  /** Separates a key from its plural form: `photos_one`, `photos.one`. */
  pluralSeparator: '_' | '.';
  /** Matches a value with its format. */
  value: RegExp;
  /** How a value is written, for messages. */
  written: string;
};
export const WEB_TEXTS: TextForm = {
  pluralSeparator: '_',
  value: /\{\{[^{}]*\}\}/g,
  written: '{{name}}',
};
export const SERVER_TEXTS: TextForm = { pluralSeparator: '.', value: /\{\w+\}/g, written: '{name}' };

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
export function pluralOf(key: string, english: TextTable, { pluralSeparator }: TextForm): Plural | null {
  const at = key.lastIndexOf(pluralSeparator);
  const [base, form] = [key.slice(0, at), key.slice(at + 1)];
  if (at <= 0 || !FORMS.test(form)) return null;
  return ['one', 'other'].every((each) => base + pluralSeparator + each in english) ? { base, form } : null;
}

/** The plural forms that a language's numbers take: its CLDR categories. */
export const pluralFormsOf = (locale: string): readonly string[] =>
  new Intl.PluralRules(locale).resolvedOptions().pluralCategories;

/** The keys that a language's texts have: the English ones, with the language's own plural forms. */
export function textKeysIn(locale: string, english: TextTable, form: TextForm): string[] {
  const plurals = pluralFormsOf(locale);
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
