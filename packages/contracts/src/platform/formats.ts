/**
 * Makes formatters once per locale and options: making one takes longer than formatting a page of orders with it, and memory outside
 * the heap.
 */
function madeOnce<Options extends object, Format>(make: (locale: string, options: Options) => Format) {
  const formats = new Map<string, Format>();
  return (locale: string, options?: Options): Format => {
    const key = `${locale} ${options ? JSON.stringify(options) : ''}`;
    const format = formats.get(key) ?? make(locale, options ?? ({} as Options));
    formats.set(key, format);
    return format;
  };
}

export const dateFormat = madeOnce(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);
export const numberFormat = madeOnce(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
export const listFormat = madeOnce(
  (locale, options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options),
);
/** Names of regions, languages or currencies. */
export const displayNames = madeOnce(
  (locale, options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(locale, options),
);
