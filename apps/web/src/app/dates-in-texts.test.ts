import { LOCALES } from '@keepsake/contracts/frame/configuration';
import i18next from 'i18next';
import { expect, test } from 'vitest';
import {
  createMomentInSentence,
  formatDay,
  formatDayInSentence,
  formatMonthInSentence,
} from '#/shared/format.ts';
import { formatDayAndMonth, formatNearDay } from '#/shared/near-days.ts';

/** Dates in labels, in the short form [LAY-06]. */
const DETAILS = [
  'albums.created',
  'download.archiveName',
  'download.until',
  'export.until',
  'invoices.state.due',
  'orders.paidOn',
  'orders.voucherUntil',
  'passkeys.lastUsed',
  'passkeys.since',
  'projects.changedOn',
  'projects.keptUntil',
  'projects.restorableUntil',
  'sessions.lastUsed',
  'sessions.since',
  'storage.keptUntil',
  'storage.oneDayBefore',
  'storage.oneMonthBefore',
  'storage.oneWeekBefore',
  'storage.threeMonthsBefore',
  'vouchers.ended',
  'vouchers.until',
];

/** Dates inside sentences, in the long form. */
const SENTENCES = [
  'callbacks.stopped.failing',
  'callbacks.stopped.gone',
  'cookies.chosen',
  'deleteAccount.blockedUntil',
  'deleteAccount.closed.text',
  'deleted.restorableUntil',
  'demoShop.keptUntil',
  'details.fileSays',
  'details.wrote',
  'library.photoTakenOn',
  'myData.asOf',
  'myData.until',
  'neededBy.news.order.inTime',
  'neededBy.news.order.late',
  'neededBy.news.order.tight',
  'neededBy.news.project.late',
  'neededBy.news.project.oneDay',
  'neededBy.news.project.threeDays',
  'newsletter.pausedUntil',
  'notifications.reminder',
  'notifications.voucherEnds',
  'orderPrints.keptUntil',
  'orders.keepsPhotos',
  'orders.reorder.state.ordered',
  'orders.reorder.state.refused',
  'orders.reorder.state.sent',
  'orders.reorder.state.unreached',
  'orders.withdrawal.ended',
  'orders.withdrawal.openUntil',
  'orders.withdrawal.received',
  'payment.over',
  'payment.soon',
  'payment.until',
  'preview.addedOn',
  'preview.takenOn',
  'preview.takenOnDay',
  'projects.photosEnd',
  'secondFactor.on',
  'secondFactor.sheetDate',
  'storage.bringBack',
  'storage.checkedBetween',
  'storage.checkedOn',
  'storage.checkedSomeBetween',
  'storage.checkedSomeOn',
  'storage.ended',
  'storage.grace',
  'storage.hidden',
  'storage.ordering',
  'withdrawal.received',
  'withdrawal.sendBack',
];

/** Days that are near, with their weekday. */
const NEAR = ['orders.payOver', 'orders.payUntil', 'orders.sendBackBy', 'orders.sendBackOnceThere'];

/** Days of the coming weeks, where there is little room. */
const NARROW = ['deleted.until'];

/** Months inside sentences, written as the language writes them there. */
const MONTHS = [
  'dates.daysOfMonth',
  'dates.january',
  'library.showMore',
  'preview.takenInMonth',
  'selection.selectMonth',
];

type Texts = { [key: string]: string | Texts };
type Expected = {
  listed: string;
  sentence: string;
  near: string;
  narrow: string;
  month: string;
  moment: string;
};

type BuiltIn = (typeof LOCALES)[number];

const EXPECTED: Record<BuiltIn, Expected> = {
  'en-GB': {
    listed: '05 Oct 2027',
    sentence: '5 October 2027',
    near: 'Tuesday 5 October',
    narrow: '5 Oct',
    month: 'October 2027',
    moment: '5 October 2027 at 14:30',
  },
  'de-AT': {
    listed: '05. Okt 2027',
    sentence: '5. Oktober 2027',
    near: 'Dienstag, 5. Oktober',
    narrow: '5. Okt.',
    month: 'Oktober 2027',
    moment: '5. Oktober 2027 um 14:30\u00a0Uhr',
  },
  'nl-NL': {
    listed: '05 okt 2027',
    sentence: '5 oktober 2027',
    near: 'dinsdag 5 oktober',
    narrow: '5 okt',
    month: 'oktober 2027',
    moment: '5 oktober 2027 om 14:30',
  },
  'fr-FR': {
    listed: '05 oct 2027',
    sentence: '5 octobre 2027',
    near: 'mardi 5 octobre',
    narrow: '5 oct.',
    month: 'octobre 2027',
    moment: '5 octobre 2027 à 14:30',
  },
  'sv-SE': {
    listed: '05 okt 2027',
    sentence: '5 oktober 2027',
    near: 'tisdag 5 oktober',
    narrow: '5 okt.',
    month: 'oktober 2027',
    moment: '5 oktober 2027 kl. 14:30',
  },
};

/** What must precede a date so that its last day clearly counts, and wordings that leave that open. */
const UNCLEAR: Partial<Record<BuiltIn, RegExp>> = {
  'nl-NL': /\btot \{\{/,
  'sv-SE': /\btill (den )?\{\{/,
};

/** Numbers of days are no dates. */
const DATE = /\{\{\s*\w*(date|day|month|until|since)\w*\b(?!, number)/i;
const PLURAL = /_(zero|one|two|few|many|other)$/;

const files = import.meta.glob<Texts>('../../locales/*.json', { eager: true, import: 'default' });
const textsOf = (locale: BuiltIn): Texts => files[`../../locales/${locale}.json`] ?? {};
const source = Object.values(
  import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*'], {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
);

function flatten(texts: Texts, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  );
}

const dated = (locale: BuiltIn) => flatten(textsOf(locale)).filter(([, text]) => DATE.test(text));

/** The formatting functions that the code passes to a text: the first one for a date or a month after its key. */
function helpersOf(key: string): string[] {
  const given = new RegExp(`'${key}'[^]*?\\b(?:date|month)(?:: (\\w+)\\(| })`, 'g');
  return source.flatMap((file) => [...file.matchAll(given)].map(([, helper]) => helper ?? 'nothing'));
}

const i18n = i18next.createInstance();
void i18n.init({
  resources: Object.fromEntries(LOCALES.map((locale) => [locale, { translation: textsOf(locale) }])),
  interpolation: { escapeValue: false },
});
const say = (locale: BuiltIn, key: string, values: object) =>
  i18n.getFixedT(locale)(key, { count: 3, time: '14:30:05', ...values });

test.each(LOCALES)(
  'every text with a date is a label, a sentence, or about a near day or a month in %s',
  (locale) => {
    const keys = new Set(dated(locale).map(([key]) => key.replace(PLURAL, '')));
    expect([...keys].sort()).toEqual([...DETAILS, ...SENTENCES, ...NEAR, ...NARROW, ...MONTHS].sort());
  },
);

test.each(LOCALES)('labels have the short form in %s [LAY-06]', (locale) => {
  for (const key of DETAILS) {
    expect(say(locale, key, { date: formatDay('2027-10-05', locale) })).toContain(EXPECTED[locale].listed);
  }
});

test.each(LOCALES)('sentences have the long form in %s', (locale) => {
  for (const key of SENTENCES) {
    const text = say(locale, key, { date: formatDayInSentence('2027-10-05', locale) });
    expect(text).toMatch(new RegExp(`(^|[^\\d])${EXPECTED[locale].sentence}`));
    expect(text).not.toContain(EXPECTED[locale].listed);
  }
  const moment = createMomentInSentence(locale)(new Date('2027-10-05T14:30:00Z'));
  expect(say(locale, 'library.photoTakenOn', { date: moment })).toContain(EXPECTED[locale].moment);
});

test.each(LOCALES)('near days have their weekday in %s', (locale) => {
  for (const key of NEAR) {
    const day = formatNearDay('2027-10-05', locale);
    expect(say(locale, key, { date: day })).toContain(EXPECTED[locale].near);
  }
});

test.each(LOCALES)('days where there is little room have neither weekday nor year in %s', (locale) => {
  for (const key of NARROW) {
    const text = say(locale, key, { date: formatDayAndMonth('2027-10-05', locale) });
    expect(text).toMatch(new RegExp(`${RegExp.escape(EXPECTED[locale].narrow)}$`));
  }
});

test.each(LOCALES)('months inside sentences are written as %s writes them there', (locale) => {
  for (const key of MONTHS) {
    const text = say(locale, key, { month: formatMonthInSentence(2027, 10, locale) });
    expect(text).toContain(EXPECTED[locale].month);
    expect(text.startsWith(EXPECTED[locale].month)).toBe(false);
  }
});

test.each(Object.entries(UNCLEAR))('the last day clearly counts in %s', (locale, unclear) => {
  expect(dated(locale as BuiltIn).filter(([, text]) => unclear.test(text))).toEqual([]);
});

test.each(DETAILS)('the code passes the short form to %s', (key) => {
  expect(new Set(helpersOf(key))).toBeOneOf([new Set(['formatDate']), new Set(['formatDay'])]);
});

test.each(SENTENCES)('the code passes the long form to %s', (key) => {
  const helpers = helpersOf(key);
  expect(helpers).not.toEqual([]);
  for (const helper of helpers) expect(helper).toMatch(/^format(Date|Day)InSentence$|^formatMoment$/);
});

test.each(NEAR)('the code passes a near day to %s', (key) => {
  expect(new Set(helpersOf(key))).toEqual(new Set(['formatNearDay']));
});

test.each(NARROW)('the code passes a day and month to %s', (key) => {
  expect(new Set(helpersOf(key))).toEqual(new Set(['formatDayAndMonth']));
});

test.each(MONTHS)('the code passes a month for a sentence to %s', (key) => {
  expect(helpersOf(key)).toEqual(['nothing']);
  expect(
    source.filter((file) => file.includes(`'${key}'`) && file.includes('monthInSentence(')),
  ).toHaveLength(1);
});
