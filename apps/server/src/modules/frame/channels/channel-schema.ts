import { STORAGE_MONTHS, STORAGE_REMINDERS } from '@keepsake/contracts/library/retention';
import * as z from 'zod';
import { currentCurrency, languageTag, mailAddress } from '../../../platform/operator-fields.ts';
import { legalPages } from '../legal/index.ts';
import { legal } from './legal.ts';

const words = z.string().trim().min(1).max(60);
const host = z
  .string()
  .regex(/^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/, {
    error: 'is not a host: lower-case letters, digits, - and points, without https:// and a port',
  });
const shopPage = z
  .string()
  .max(2_000)
  .regex(/^(https:\/\/[^\s/]|\/(?!\/))\S*$/, {
    error: 'is not an address: it must start with https:// or /',
  });
const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, { error: 'is not a colour such as #1f6b52' });
/** A file beside this one, or in a subfolder. */
const file = z
  .string()
  .max(200)
  .regex(/^(?!\/)(?!.*(^|\/)\.\.?(\/|$))[\w./-]+\.(svg|png)$/, {
    error: 'is no .svg or .png file in the folder of the channels file',
  });

/** Texts by key. They may not be null: a text that says nothing is a mistake. */
const texts = z.record(z.string().max(100), z.string().max(5_000));

/** Reminders begin three months before the end. */
const FEWEST_MONTHS = 6;

/** How long photos are kept after the last order, and when customers are reminded of the end; `off` keeps them forever. */
const retention = z.union([
  z.literal('off'),
  z.strictObject({
    months: z
      .int()
      .min(FEWEST_MONTHS, {
        error: `is less than ${FEWEST_MONTHS} months; "off" instead of it all keeps photos without end`,
      })
      .max(240),
    /** Without a reminder of a week or more, nothing may be hidden; the last one is for customers who read none before. */
    reminders: z
      .array(z.enum(STORAGE_REMINDERS))
      .refine((given) => given.some((each) => each !== 'one-day'), {
        error: 'has none of three-months, one-month and one-week: customers are warned a week before',
      })
      .default([...STORAGE_REMINDERS]),
  }),
]);

const channel = z.strictObject({
  /** The brand's name in addresses, folder names and customers' rows. It never changes once the brand has customers. */
  id: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, {
    error: 'is not an id: lower-case letters, digits and -, starting with a letter',
  }),
  name: words,
  /** ISO 3166-1 alpha-2. */
  country: z.string().refine(isCountry, { error: 'is not a country such as DK (ISO 3166-1)' }),
  /** The language of its pages with its country, such as `da-DK`. */
  locale: languageTag,
  /** ISO 4217. */
  currency: currentCurrency,
  timeZone: z.string().refine((zone) => zone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(zone), {
    error: 'is not a time zone such as Europe/Copenhagen',
  }),
  /** The retailer's id for this brand in orders, widgets and merchandise. */
  vendor: z.string().regex(/^[\w-]{1,64}$/, { error: 'is not a vendor id: letters, digits, _ and -' }),
  /** Colours of buttons and links on light pages and on dark ones. */
  accent: z.strictObject({ light: colour, dark: colour }),
  /** Shown 32 pixels high: for light surfaces, for dark ones, and the square icon of browser tabs. */
  logo: file,
  logoDark: file,
  icon: file,
  /** All hosts of the brand; the first one is used in links. */
  hosts: z.tuple([host], host).refine((hosts) => hosts.length <= 50, { error: 'has more than 50 hosts' }),
  /** Host of the service calls, if the brand has a separate one. */
  serviceHost: host.optional(),
  /** Addresses of the shop's own pages: absolute, or a path on this site. */
  faqUrl: shopPage.default('/help/faq'),
  customerCareUrl: shopPage.default('/help/contact'),
  productsUrl: shopPage.default('/help/products'),
  /** Where customer care of the brand receives what matches no customer's order; shown to nobody else. */
  customerCareEmail: mailAddress.optional(),
  /** Sender of the brand's mails; defaults to the brand's name before the address in MAIL_FROM. */
  sender: z.strictObject({ name: words, email: mailAddress }).optional(),
  /** Where replies to the brand's mails go; defaults to the seller's address. */
  replyTo: mailAddress.optional(),
  legal,
  /** Imprint, terms and so on, by language: addresses of the retailer's, or files with texts beside this one. */
  legalPages: legalPages.default({}),
  retention: retention.default({ months: STORAGE_MONTHS, reminders: [...STORAGE_REMINDERS] }),
  /** The brand's own wordings, by language and area: `{"da-DK": {"web": {"home.title": "…"}}}`. */
  texts: z.record(z.string(), z.record(z.string(), texts)).default({}),
});

/** The whole file. The first channel is the default. */
export const channelsFile = z.strictObject({
  $schema: z.string().optional(),
  /** A folder beside this file with languages that Keepsake does not ship: `da-DK/web.json` and so on. */
  languages: z
    .string()
    .regex(/^(?!\/)(?!.*(^|\/)\.\.(\/|$))[\w./-]+$/, {
      error: 'is not a folder in the folder of the channels file',
    })
    .optional(),
  channels: z
    .tuple([channel], channel)
    .refine((all) => all.length <= 100, { error: 'has more than 100 channels' }),
});

export type ChannelsFile = z.output<typeof channelsFile>;
export type FileChannel = z.output<typeof channel>;

function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code)) return false;
  return new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined;
}
