import type { Days } from '@keepsake/contracts/platform/fields';
import { FIRST_PHOTO_YEAR } from '@keepsake/contracts/platform/limits';

// What people call days and times of the year, in the five languages at once: nobody searches in two, and no word of one means another
// date in the next. Words are as `plainWord` writes them.

/** Of Austria beside Germany: 'Jänner' and 'Januar'. */
const LOCALES = ['en-GB', 'de-DE', 'de-AT', 'fr-FR', 'nl-NL', 'sv-SE'];

type Style = 'long' | 'short';

/** Word -> month, 1 to 12. */
function monthsOf(style: Style): ReadonlyMap<string, number> {
  const months = Array.from({ length: 12 }, (_, index) => index + 1);
  return namesOf(months, (locale, month) =>
    new Intl.DateTimeFormat(locale, { month: style, timeZone: 'UTC' }).format(Date.UTC(2024, month - 1, 15)),
  );
}

function namesOf(numbers: readonly number[], nameOf: (locale: string, number: number) => string) {
  return new Map(
    LOCALES.flatMap((locale) =>
      numbers.map((number) => [plainWord(nameOf(locale, number)), number] as const),
    ),
  );
}

export const MONTHS = monthsOf('long');
/** Abbreviations, which are months only beside a day or a year: 'Jan' is a name as well. */
export const SHORT_MONTHS: ReadonlyMap<string, number> = new Map([
  ...monthsOf('short'),
  ['sept', 9],
  ['sep', 9],
]);

/** Word -> day of the week, 1 for Monday to 7. */
export const WEEKDAYS = namesOf([1, 2, 3, 4, 5, 6, 7], (locale, day) =>
  // 1 January 2024 was a Monday.
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, day)),
);

/** Words of a table whose values are lists of words, by each of these. */
function wordsIn<Meaning extends string>(
  table: Readonly<Record<Meaning, string>>,
): ReadonlyMap<string, Meaning> {
  const meanings = Object.keys(table) as Meaning[];
  return new Map(
    meanings.flatMap((meaning) =>
      table[meaning].split(', ').map((words) => [plainWord(words), meaning] as const),
    ),
  );
}

type Season = 'spring' | 'summer' | 'autumn' | 'winter' | 'christmas' | 'newYearsEve' | 'easter';
export const SEASONS = wordsIn<Season>({
  spring: 'spring, Frühling, Frühjahr, printemps, lente, voorjaar, vår, våren',
  summer: 'summer, Sommer, été, zomer, sommar, sommaren',
  autumn: 'autumn, fall, Herbst, automne, herfst, najaar, höst, hösten',
  winter: 'winter, hiver, vinter, vintern',
  christmas: 'Christmas, Xmas, Weihnachten, Weihnacht, Noël, Kerst, Kerstmis, jul, julen',
  newYearsEve:
    "New Year's Eve, Silvester, Saint-Sylvestre, réveillon, oudejaarsavond, oud en nieuw, nyårsafton",
  easter: 'Easter, Ostern, Pâques, Pasen, påsk, påsken',
});

type Unit = 'week' | 'weekend' | 'month' | 'year';
export const UNITS = wordsIn<Unit>({
  week: 'week, Woche, semaine, vecka, veckan',
  weekend: 'weekend, Wochenende, week-end, helg, helgen',
  month: 'month, Monat, mois, maand, månad, månaden',
  year: 'year, Jahr, année, an, jaar, år, året',
});

/** What stands before or, in French, after one of these: the latest that is over. */
export const LAST = wordSet(
  'last, letzte, letzten, letzter, letztes, vergangene, vergangenen, vergangener, vergangenes, voriges, vorigen, vorige, vorig,' +
    ' afgelopen, dernier, dernière, derniers, dernières, passé, passée, förra, senaste',
);
/** The one of today. */
export const THIS = wordSet(
  'this, diese, diesen, dieser, dieses, dit, deze, ce, cet, cette, detta, denna, i',
);

/** Whole phrases about days near today. */
export type Near =
  | 'today'
  | 'yesterday'
  | 'dayBefore'
  | 'lastYear'
  | 'lastSpring'
  | 'lastSummer'
  | 'lastAutumn'
  | 'lastWinter'
  | 'lastChristmas'
  | 'lastEaster';
export const NEAR = wordsIn<Near>({
  today: "today, heute, aujourd'hui, vandaag, idag, i dag",
  yesterday: 'yesterday, gestern, hier, gisteren, igår, i går',
  dayBefore: 'day before yesterday, vorgestern, avant-hier, eergisteren, förrgår, i förrgår',
  lastYear: 'i fjol',
  lastSpring: 'i våras',
  lastSummer: 'i somras',
  lastAutumn: 'i höstas',
  lastWinter: 'i vintras',
  lastChristmas: 'i julas',
  lastEaster: 'i påskas',
});

/** Words between the parts of a date, and before it. */
export const FILLERS = wordSet(
  'of, the, in, on, at, im, am, an, vom, von, le, la, du, de, en, au, à, den, het, van, op, av, i, på',
);

/** Phrases about what photos are, rather than when they were taken. */
export const QUALITIES = wordsIn<'favourites' | 'notPrinted' | 'ordered'>({
  favourites:
    'favourites, favourite, favorites, favorite, Favoriten, Favorit, favoris, favori, favorieten, favoriet, favoriter',
  notPrinted:
    'not printed, not yet printed, unprinted, nicht gedruckt, noch nicht gedruckt, ungedruckt, non imprimé, non imprimés,' +
    ' non imprimée, non imprimées, pas encore imprimé, pas encore imprimés, pas encore imprimées, niet afgedrukt,' +
    ' nog niet afgedrukt, niet geprint, inte utskrivna, inte utskrivet, inte beställda, inte beställda än, inte tryckta, ännu inte tryckta, ej tryckta',
  ordered:
    'ordered, printed, bestellt, gedruckt, commandé, commandés, commandées, imprimées, imprimés, besteld, afgedrukt, beställda, beställd, tryckta',
});

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(',').map((word) => plainWord(word.trim())));
}

/**
 * A word as dates in words are compared: without case, accents, and signs around it. French articles that lean on the word are left
 * out.
 */
export function plainWord(typed: string): string {
  return typed
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\u2019\u02bc`´]/g, "'")
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    .replace(/^[ld]'/, '');
}

// The days that are meant by them.

type Day = Temporal.PlainDate;
const dayOf = (year: number, month: number, day: number): Day =>
  Temporal.PlainDate.from({ year, month, day });

/** Days that come in a year; none in some, as 29 February. Those of a winter end in the next year. */
export type Yearly = (year: number) => Days[];

const days = (from: Day, to: Day): Days => ({ from: from.toString(), to: to.toString() });

export const dayIn =
  (month: number, day: number): Yearly =>
  (year) => {
    try {
      const found = Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' });
      return [days(found, found)];
    } catch {
      // There is no such day in that year.
      return [];
    }
  };

export const monthIn =
  (month: number): Yearly =>
  (year) => [monthsFrom(dayOf(year, month, 1), 1)];

/** Easter Sunday, by the rule of the anonymous of 1876. */
function easterOf(year: number): Day {
  const [golden, century, rest] = [year % 19, Math.floor(year / 100), year % 100];
  const moved = century - Math.floor((century + 8) / 25) + 1;
  const epact = (19 * golden + century - Math.floor(century / 4) - Math.floor(moved / 3) + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const place = epact + weekday - 7 * late + 114;
  return dayOf(year, Math.floor(place / 31), (place % 31) + 1);
}

const monthsFrom = (first: Day, months: number): Days =>
  days(first, first.add({ months }).subtract({ days: 1 }));

const SEASON_DAYS: Readonly<Record<Season, (year: number) => Days>> = {
  spring: (year) => monthsFrom(dayOf(year, 3, 1), 3),
  summer: (year) => monthsFrom(dayOf(year, 6, 1), 3),
  autumn: (year) => monthsFrom(dayOf(year, 9, 1), 3),
  winter: (year) => monthsFrom(dayOf(year, 12, 1), 3),
  christmas: (year) => days(dayOf(year, 12, 24), dayOf(year, 12, 26)),
  newYearsEve: (year) => days(dayOf(year, 12, 31), dayOf(year + 1, 1, 1)),
  // From Good Friday to Monday.
  easter: (year) => days(easterOf(year).subtract({ days: 2 }), easterOf(year).add({ days: 1 })),
};
export const seasonIn =
  (season: Season): Yearly =>
  (year) => [SEASON_DAYS[season](year)];

export const wholeYear = (year: number): Days => days(dayOf(year, 1, 1), dayOf(year, 12, 31));

/** Years in which every day comes at least once, 29 February around 1900 as well. */
const YEARS_BACK = 9;

/** The latest that is over, seen from a day; null if there is none. */
export function latestBefore(today: string, yearly: Yearly): Days | null {
  const { year } = Temporal.PlainDate.from(today);
  const years = Array.from({ length: YEARS_BACK }, (_, back) => year - back);
  return years.flatMap(yearly).find(({ to }) => to < today) ?? null;
}

/** The days of a unit around today, or of the one before. Weeks begin on Monday. */
export function unitDays(today: string, unit: Unit, back: 0 | 1): Days {
  const day = Temporal.PlainDate.from(today);
  const monday = day.subtract({ days: day.dayOfWeek - 1 });
  if (unit === 'year') return wholeYear(day.year - back);
  if (unit === 'month') return monthsFrom(day.with({ day: 1 }).subtract({ months: back }), 1);
  const first = unit === 'week' ? monday.subtract({ weeks: back }) : weekendFrom(day, monday, back);
  return days(first, first.add({ days: unit === 'week' ? 6 : 1 }));
}

/** On a Sunday the last weekend is not the one that lasts. */
const weekendFrom = (day: Day, monday: Day, back: 0 | 1): Day =>
  monday.add({ days: 5 }).subtract({ weeks: back > 0 || day.dayOfWeek < 6 ? back : 0 });

/** The latest such day of the week before today. */
export function weekdayBefore(today: string, weekday: number): Days {
  const day = Temporal.PlainDate.from(today);
  const found = day.subtract({ days: ((day.dayOfWeek - weekday + 6) % 7) + 1 });
  return days(found, found);
}

export function dayBack(today: string, back: number): Days {
  const found = Temporal.PlainDate.from(today).subtract({ days: back });
  return days(found, found);
}

/** Whether a number is a year of photos: from the first one to the next year. */
export const isYear = (year: number, today: string): boolean =>
  year >= FIRST_PHOTO_YEAR && year <= Temporal.PlainDate.from(today).year + 1;
