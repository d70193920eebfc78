import type { Locale } from '@keepsake/contracts';

export type Values = Record<string, string | number>;

/** Gives a text of a table in one language with its `{placeholders}` filled: plain text, not yet HTML. */
export function createTranslate<Key extends string>(texts: Record<Locale, Record<Key, string>>) {
  return (locale: Locale, key: Key, values: Values = {}): string =>
    texts[locale][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
