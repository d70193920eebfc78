import { LOCALES } from '@keepsake/contracts/frame/configuration';

/** What scanners, editors and people write besides CLDR's names, from January to December. */
const USUAL = [
  'jan jän jänner jaen jaenner',
  'feb feber fév',
  'mar mär mrt mrz maerz',
  'apr avr',
  'may mai mei maj',
  'jun juno',
  'jul julei',
  'aug aout',
  'sep sept',
  'oct okt',
  'nov',
  'dec dez déc',
];

/** Names in one spelling: small letters without accents and dots, however Unicode composes them. */
export const foldName = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const MONTHS = readMonths();

/** Every month's names in the languages of our channels, in German also those of Germany, folded, to 1 to 12. */
function readMonths(): ReadonlyMap<string, number> {
  const months = new Map<string, number>();
  const add = (name: string, month: number) => {
    const folded = foldName(name).replaceAll('.', '');
    if ((months.get(folded) ?? month) !== month) throw new Error(`${name} names two months`);
    months.set(folded, month);
  };
  for (const [index, names] of USUAL.entries()) for (const name of names.split(' ')) add(name, index + 1);
  // Beside a day some languages bend the name.
  for (const locale of [...LOCALES, 'de'])
    for (const style of ['long', 'short'] as const)
      for (const day of [undefined, 'numeric'] as const) {
        const format = new Intl.DateTimeFormat(locale, { month: style, day, timeZone: 'UTC' });
        for (let month = 1; month <= 12; month++) {
          const parts = format.formatToParts(Date.UTC(2026, month - 1, 15));
          add(parts.find(({ type }) => type === 'month')?.value ?? '', month);
        }
      }
  return months;
}

/** Pattern of a folded month's name, perhaps with a dot, as the group `monthName`. */
export const MONTH_NAME = String.raw`(?<monthName>${[...MONTHS.keys()].toSorted((a, b) => b.length - a.length).join('|')})(?![a-z])\.?`;

/** The month with this name, 1 to 12; 0 if there is none. */
export const monthNamed = (folded: string): number => MONTHS.get(folded) ?? 0;
