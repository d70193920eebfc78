import type { Locale } from '@keepsake/contracts';

/** Remembered: they hold memory that the garbage collector does not see, and a sweep writes thousands of mails. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** A date inside a sentence, in full: '5 March 2027', '5. März 2027'. French says '1er mars', which Intl does not. */
export function dateInSentence(date: Date, locale: Locale, timeZone = 'UTC'): string {
  const key = `${locale} ${timeZone}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });
  formats.set(key, format);
  const text = format.format(date);
  return locale === 'fr-FR' ? text.replace(/^1 /, '1er ') : text;
}
