import * as z from 'zod';
import { currentCurrency, languageTag } from '../../../platform/operator-fields.ts';

export const ARTICLE_TYPES = ['Print', 'PhotoBook', 'WallArt', 'Frame', 'Calendar', 'Card', 'Gift'] as const;
const LINK_RELATIONS = ['details', 'order', 'picture'] as const;

const articleId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'is not an id: letters, digits, _ and -' });
const name = z
  .string()
  .regex(/^[a-z0-9-]{1,50}$/, { error: 'is not a name: lower-case letters, digits and -' });
const address = z
  .string()
  .max(2_000)
  .regex(/^(https?:\/\/[^\s/]|\/(?!\/))\S*$/, {
    error: 'is not an address: it must start with https://, http:// or /',
  });
const MAX_LENGTH = 200;
const words = z.string().trim().min(1).max(MAX_LENGTH);
const millimetres = z.int().min(1).max(10_000);
/** In the smallest unit of the channel's currency. */
const price = z.int().min(0).max(100_000_000);
/** Per cent of tax included in a price. */
const vatRate = z.number().min(0).max(100).multipleOf(0.01);

/** One text for all languages of the channel, or one per language. */
const text = z.union([words, z.record(languageTag, words)], {
  error: `is neither a text nor texts by language: 1 to ${MAX_LENGTH} characters each`,
});

/** In the channel's time zone: a minute of one year, or without the year a minute of every year. */
const moment = z
  .string()
  .refine(isMoment, { error: 'is not a moment such as 2026-12-14T12:00 or 12-14T12:00' });

function isMoment(given: string): boolean {
  if (!/^(\d{4}-)?\d\d-\d\dT\d\d:\d\d$/.test(given)) return false;
  try {
    // 29 February does not exist in every year.
    Temporal.PlainDateTime.from(given.length === 11 ? `2027-${given}` : given, { overflow: 'reject' });
    return true;
  } catch {
    // Refused: there is no such day or minute.
    return false;
  }
}

/** A day of one year, or without the year a day of every year. */
const day = z.string().refine((given) => isMoment(`${given}T00:00`), {
  error: 'is not a day such as 2026-12-25 or 12-25',
});

const option = z.strictObject({
  id: articleId,
  title: text,
  /** Extra price of an article with it. */
  surcharge: price.default(0),
});
const size = option.extend({ width: millimetres, height: millimetres });
const options = z.array(option).max(100).default([]);

const article = z.strictObject({
  id: articleId,
  type: z.enum(ARTICLE_TYPES),
  title: text,
  pageWidth: millimetres,
  pageHeight: millimetres,
  /** Shown to customers. A discontinued one stays in the file, hidden, as long as there are orders of it. */
  visible: z.boolean().default(true),
  price,
  /** Tax rate in its price; defaults to its channel's. */
  vatRate: vatRate.optional(),
  /** For articles with pages: how many the price includes and what each further one costs. */
  pages: z
    .strictObject({
      included: z.int().min(1).max(1_000),
      maximum: z.int().min(1).max(1_000),
      step: z.int().min(1).max(100).default(1),
      pricePerExtra: price.default(0),
    })
    .optional(),
  links: z
    .array(z.strictObject({ relation: z.enum(LINK_RELATIONS), url: address }))
    .max(20)
    .default([]),
  sizes: z.array(size).max(100).default([]),
  papers: options,
  frames: options,
  covers: options,
  quantity: z
    .strictObject({
      minimum: z.int().min(1).max(10_000),
      maximum: z.int().min(1).max(10_000),
      step: z.int().min(1).max(10_000),
    })
    .default({ minimum: 1, maximum: 99, step: 1 }),
});

const campaign = z.strictObject({
  name,
  title: text,
  /** What customers who order in time are promised, as the end of a sentence: 'to have it before Christmas'. */
  promise: text,
  /** How many days before its cut-offs customers are notified. */
  noticeDays: z.int().min(1).max(180).default(28),
  /** The last day of arrival for orders before the cut-offs; without it the cut-offs do not affect needed dates. */
  arrivesBy: day.optional(),
  cutOffs: z
    .array(z.strictObject({ articleGroup: name, orderBy: moment }))
    .min(1)
    .max(100),
});

/** How long delivery of an order takes. */
const delivery = z.strictObject({
  /** An order on a working day starts that day until this time, later ones on the next. */
  orderUntil: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'is not a time such as 12:00' }),
  /** From the day on which it starts to the day of arrival, fastest and slowest. */
  workingDays: z.strictObject({ from: z.int().min(0).max(90), to: z.int().min(0).max(90) }),
});

const articleGroup = z.strictObject({
  name,
  title: text,
  articles: z.array(articleId).min(1).max(2_000),
  delivery: delivery.optional(),
});

const channel = z.strictObject({
  /** One of the channels of the configuration. */
  id: z.string(),
  vendor: z.strictObject({ id: z.string(), locale: languageTag }),
  shopUrl: address,
  currency: currentCurrency,
  languages: z.array(languageTag).min(1),
  /** In the prices of articles without a rate of their own; orders by file need one to be invoiced here. */
  vatRate: vatRate.optional(),
  articles: z.array(article).max(2_000),
  articleGroups: z.array(articleGroup).max(100).default([]),
  /** Days besides Saturdays and Sundays on which nothing is made or delivered. */
  closedDays: z.array(day).max(60).default([]),
  campaigns: z.array(campaign).max(100).default([]),
});

/** The whole file. */
export const merchandise = z.strictObject({
  $schema: z.string().optional(),
  channels: z.array(channel).min(1).max(100),
});

export type Merchandise = z.output<typeof merchandise>;
export type MerchandiseChannel = z.output<typeof channel>;
export type Article = z.output<typeof article>;
export type Campaign = z.output<typeof campaign>;
export type Text = z.output<typeof text>;

/** A text in a language of its channel. */
export const inLanguage = (text: Text, locale: string): string =>
  typeof text === 'string' ? text : (text[locale] ?? Object.values(text)[0] ?? '');
