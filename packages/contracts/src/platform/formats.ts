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

type DateOptions = Intl.DateTimeFormatOptions;

/** A date as people write it: French says '1er mars', and English has no comma in 'Friday 5 March 2027'; `Intl` differs. */
export const dateInWords = (date: Date, locale: string, options: DateOptions): string =>
  joined(dateFormat(locale, options).formatToParts(date), locale);

/** A range of days in the same way: '12–14 May 2026', '1er–3 mai 2026'. */
export const rangeInWords = (from: Date, to: Date, locale: string, options: DateOptions): string =>
  joined(dateFormat(locale, options).formatRangeToParts(from, to), locale);

const joined = (parts: readonly Intl.DateTimeFormatPart[], locale: string): string =>
  parts
    .map(({ type, value }, at) => {
      if (type === 'day' && value === '1' && locale.startsWith('fr')) return '1er';
      return parts[at - 1]?.type === 'weekday' && locale.startsWith('en') ? ' ' : value;
    })
    .join('');
