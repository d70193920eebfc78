/**
 * Makes formatters once per locale and options: making one takes longer than formatting a page of orders with it, and memory outside
 * the heap.
 */
function madeOnce<Options, Format>(make: (locale: string, options?: Options) => Format) {
  const formats = new Map<string, Format>();
  return (locale: string, options?: Options): Format => {
    // The offset stands for the device's time zone, which changes while a customer travels.
    const key = JSON.stringify([locale, options, new Date(0).getTimezoneOffset()]);
    const format = formats.get(key) ?? make(locale, options);
    formats.set(key, format);
    return format;
  };
}

export const dateFormat = madeOnce(
  (locale, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);
export const numberFormat = madeOnce(
  (locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
export const listFormat = madeOnce(
  (locale, options?: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options),
);
/** Names of regions by default, or of languages or currencies. */
export const displayNames = madeOnce(
  (locale, options: Intl.DisplayNamesOptions = { type: 'region' }) => new Intl.DisplayNames(locale, options),
);

/** A date as people write it: French says '1er mars', and German '14:30 Uhr', which `Intl` does not. */
export function dateInWords(date: Date, locale: string, options: Intl.DateTimeFormatOptions): string {
  const text = dateFormat(locale, options).format(date);
  if (locale.startsWith('de')) return text.replace(/\d+:\d\d(:\d\d)?/, '$&\u00a0Uhr');
  return locale.startsWith('fr') ? text.replace(/\b1 /, '1er ') : text;
}
