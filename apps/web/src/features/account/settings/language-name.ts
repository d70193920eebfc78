/** A language's own name, readable to those who speak it: 'Nederlands', 'Dansk'. */
export function languageName(locale: string): string {
  const [language = locale] = locale.split('-');
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(language) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}
