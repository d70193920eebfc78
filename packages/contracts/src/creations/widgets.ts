import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { code, count, id, instant, label, offset, rowsUpTo } from '../platform/fields.ts';
import { DAY_SECONDS } from '../platform/limits.ts';
import { isTypedMailAddress, toMailAddress } from '../platform/mail-address.ts';
import { plainLine, plainText } from '../platform/plain-text.ts';
import { galleryEntry } from './gallery.ts';
import { MAX_PRODUCT_PAGES, PRODUCT_KINDS } from './online-products.ts';

/** Default page size, in widgets. */
export const WIDGETS_PAGE_SIZE = 12;
/** Maximum orders named in a call. */
const MAX_ORDERS = 100;
/** Maximum sites that may embed one widget. */
export const MAX_WIDGET_SITES = 10;
/** Maximum length of the sender's name and message, in characters. */
export const SHARE_LIMITS = { name: 60, message: 500 } as const;

/** Colours around the pages: by the visitor's device, or fixed. */
export const WIDGET_COLOURS = ['auto', 'light', 'dark', 'brand'] as const;
/** Widths of an embedded widget, in pixels; `full` fills its container. */
export const WIDGET_SIZES = { small: 320, medium: 560, large: 840, full: null } as const;
export type WidgetSize = keyof typeof WIDGET_SIZES;
const sizes = Object.keys(WIDGET_SIZES) as [WidgetSize, ...WidgetSize[]];

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const SITE = new RegExp(
  `^https://(?=[^/]{1,253}$)(?:${LABEL}\\.)+(?!\\d+(?::|$))${LABEL}(?::[1-9]\\d{0,4})?$`,
);

/** A site's origin, `https://www.example.org`: no path, no wildcard, no numeric address. */
const site = z.string().check(z.regex(SITE, 'is not a site such as https://www.example.org'));

/** The origin of a site typed as 'Example.org/blog'; null if it is none. */
export function siteOf(typed: string): string | null {
  const text = typed.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (!url || url.username || url.password) return null;
  return SITE.test(url.origin) ? url.origin : null;
}

const place = z.int().check(z.minimum(1), z.maximum(MAX_PRODUCT_PAGES));

/** How a widget shows its product. */
const settings = {
  /** The title above the pages; null: the customer's own title of the product. */
  title: z._default(z.nullable(label), null),
  /** Positions, from 1, of the first and last page shown; null: up to the last page. */
  firstPlace: z._default(place, 1),
  lastPlace: z._default(z.nullable(place), null),
  colours: z._default(z.enum(WIDGET_COLOURS), 'auto'),
  size: z._default(z.enum(sizes), 'medium'),
  /** Sites that may embed it, besides Keepsake itself. */
  sites: z._default(z.array(site).check(z.maxLength(MAX_WIDGET_SITES)), []),
};

const widgetSettings = z
  .strictObject(settings)
  .check(
    z.refine(({ firstPlace, lastPlace }) => lastPlace === null || firstPlace <= lastPlace, 'shows no page'),
  );
export type WidgetSettings = z.input<typeof widgetSettings>;

const cover = z.object({
  /** Append `/300` or `/800`. */
  pictureUrl: z.string(),
  width: count,
  height: count,
  thumbhash: z.nullable(z.string()),
});

const widget = z.object({
  widgetId: id,
  /** [WID-03] The online product shown; a product has at most one widget. */
  productCode: z.string(),
  channel: z.string(),
  kind: z.enum(PRODUCT_KINDS),
  /** The customer's own title of the product, and its description. */
  productTitle: z.nullable(z.string()),
  product: z.nullable(z.string()),
  /** The order it belongs to, if it is the customer's. */
  orderCode: z.nullable(z.string()),
  /** Number of the product's pages, including covers; a spread counts once. */
  placesCount: count,
  title: z.nullable(z.string()),
  firstPlace: count,
  lastPlace: z.nullable(count),
  colours: z.enum(WIDGET_COLOURS),
  size: z.enum(sizes),
  sites: z.array(z.string()),
  /** Its public address, which stays the same until the widget is deleted. */
  url: z.string(),
  /** Whether its order is blocked, in which case nobody can open it. */
  isBlocked: z.boolean(),
  /** For the customer, in the language of the order's channel. */
  blockedReason: z.nullable(z.string()),
  /** Approximate number of visits. */
  visits: count,
  createdAt: instant,
  cover: z.nullable(cover),
  /** Its entry in the gallery of its channel. */
  entry: z.nullable(galleryEntry),
});
export type Widget = z.infer<typeof widget>;

const service = 'widgets';
const params = z.object({ productCode: code });

/** [WID-06] The widget of a product. 404 while it has none. */
export const getWidget = endpoint({
  name: 'getWidget',
  service,
  method: 'GET',
  path: '/v1/widget/{productCode}',
  params,
  response: widget,
  sample: ({ productCode }) => ({ params: { productCode } }),
});

/**
 * [WID-11] Saves the settings of an online product's widget, creating it if there is none. 404 for an unknown product, 409
 * `order-blocked` while its order is blocked.
 */
export const saveWidget = endpoint({
  name: 'saveWidget',
  service,
  method: 'PUT',
  path: '/v1/widget/{productCode}',
  params,
  body: widgetSettings,
  response: widget,
  problems: ['order-blocked'],
  sample: ({ productCode }) => ({ params: { productCode }, body: { title: 'Summer by the sea' } }),
});

/** [WID-08] Deletes a widget and its gallery entry, which disables its address. Does nothing if there is none. */
export const deleteWidget = endpoint({
  name: 'deleteWidget',
  service,
  method: 'DELETE',
  path: '/v1/widget/{productCode}',
  params,
  sample: ({ productCode }) => ({ params: { productCode } }),
});

/** [WID-12] The customer's widgets, newest first: for products of the given orders, or all without `orderCodes`. */
export const getWidgets = endpoint({
  name: 'getWidgets',
  service,
  method: 'GET',
  path: '/v1/widget/all',
  query: z.object({
    orderCodes: z.optional(z.array(code).check(z.maxLength(MAX_ORDERS))),
    offset: z._default(offset, 0),
    limit: rowsUpTo(100, WIDGETS_PAGE_SIZE),
  }),
  response: z.object({ items: z.array(widget), total: count }),
});

/** Encodes an address for the wire [WID-10]. */
export function encodeAddress(address: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(address)));
}

/** Decodes base64 in either alphabet; '' for invalid input. A `+` that arrived as a space is restored. */
function decodeBase64(text: string): string {
  try {
    const bytes = atob(text.replace(/[ -]/g, '+').replaceAll('_', '/'));
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(bytes, (byte) => byte.codePointAt(0) ?? 0),
    );
  } catch {
    return '';
  }
}

/**
 * [WID-04, WID-09] Mails a widget's address to one recipient, on behalf of the brand. 409 `recipient-refused` if the recipient
 * wants no more of these mails, `order-blocked` while the order is blocked, 429 after too many. The query contains personal
 * data and must not be logged.
 */
export const shareWidget = endpoint({
  name: 'shareWidget',
  budgets: [{ calls: 20, seconds: DAY_SECONDS, isShared: true }],
  service,
  method: 'POST',
  path: '/v1/widget/{productCode}/share',
  idempotencyKey: 'optional',
  params,
  query: z.object({
    /** Brand of the mail, by the retailer's id. */
    vendorId: z.string().check(z.minLength(1), z.maxLength(50)),
    /** The sender's name, a single line. */
    fromName: z.pipe(
      z.pipe(
        z.string().check(z.maxLength(500)),
        z.transform((name) => plainLine(plainText(name))),
      ),
      z.string().check(z.minLength(1), z.maxLength(SHARE_LIMITS.name)),
    ),
    /** Multi-line plain text. */
    personalMessage: z._default(
      z.pipe(
        z.pipe(z.string().check(z.maxLength(4_000)), z.transform(plainText)),
        z.string().check(z.maxLength(SHARE_LIMITS.message)),
      ),
      '',
    ),
    /** [WID-10] One e-mail address, base64-encoded. */
    toEmailAddress: z.pipe(
      z.pipe(
        z.string().check(z.minLength(1), z.maxLength(500)),
        z.transform((text) => toMailAddress(decodeBase64(text).trim())),
      ),
      z.string().check(z.refine(isTypedMailAddress, 'is not one e-mail address in base64')),
    ),
  }),
  response: z.object({ sharedAt: instant }),
  problems: ['order-blocked', 'recipient-refused'],
  sample: ({ productCode }) => ({
    params: { productCode },
    query: { vendorId: 'pennyfern-gb', fromName: 'Anna', toEmailAddress: btoa('noah@example.com') },
  }),
});

/**
 * [WID-18] Whether an order is blocked, in which case nothing of its products is shown to others. 404 for an order that is not
 * the customer's.
 */
export const getBlockedOrder = endpoint({
  name: 'getBlockedOrder',
  service,
  method: 'GET',
  path: '/v1/blockedorders/{orderCode}',
  params: z.object({ orderCode: code }),
  response: z.object({
    orderCode: z.string(),
    isBlocked: z.boolean(),
    /** For the customer, if the shop gave a reason. */
    reason: z.nullable(z.string()),
  }),
  sample: ({ orderCode }) => ({ params: { orderCode } }),
});
