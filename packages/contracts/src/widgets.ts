import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { code, count, id, instant, label, offset, rowsUpTo } from './fields.ts';
import { galleryEntry } from './gallery.ts';
import { isTypedMailAddress } from './mail-address.ts';
import { MAX_PRODUCT_PAGES, PRODUCT_KINDS } from './online-products.ts';
import { plainText } from './plain-text.ts';

/** Widgets of a page of the list, and of a call unless told. */
export const WIDGETS_PAGE_SIZE = 12;
/** Orders that a call may name. */
const MAX_ORDERS = 100;
/** Sites that may embed one widget. */
export const MAX_WIDGET_SITES = 10;
/** Longest name and message of whoever shares a widget, in characters. */
export const SHARE_LIMITS = { name: 60, message: 500 } as const;

/** What is around the pages: as the visitor's device has it, or always the same. */
export const WIDGET_COLOURS = ['auto', 'light', 'dark', 'brand'] as const;
/** Widths of an embedded widget, in pixels; `full` fills what is around it. */
export const WIDGET_SIZES = { small: 320, medium: 560, large: 840, full: null } as const;
export type WidgetSize = keyof typeof WIDGET_SIZES;
const sizes = Object.keys(WIDGET_SIZES) as [WidgetSize, ...WidgetSize[]];

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const SITE = new RegExp(
  `^https://(?=[^/]{1,253}$)(?:${LABEL}\\.)+(?!\\d+(?::|$))${LABEL}(?::[1-9]\\d{0,4})?$`,
);

/** A site by its origin, `https://www.example.org`: no path, no wildcard, no address by number. */
const site = z.string().check(z.regex(SITE, 'is no site such as https://www.example.org'));

/** The origin of a site as people write it, 'Example.org/blog'; null for what is none. */
export function siteOf(typed: string): string | null {
  const text = typed.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (!url || url.username || url.password) return null;
  return SITE.test(url.origin) ? url.origin : null;
}

const place = z.int().check(z.minimum(1), z.maximum(MAX_PRODUCT_PAGES));

/** How a widget shows its product. */
const settings = {
  /** What visitors read above the pages; null: the customer's own name for the product. */
  title: z._default(z.nullable(label), null),
  /** The first and the last of the product's pages that are shown, by their places from 1; null: up to the last there is. */
  firstPlace: z._default(place, 1),
  lastPlace: z._default(z.nullable(place), null),
  colours: z._default(z.enum(WIDGET_COLOURS), 'auto'),
  size: z._default(z.enum(sizes), 'medium'),
  /** Who may embed it, besides Keepsake itself. */
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
  /** [WID-03] Of the online product that it shows: a product has one widget at most. */
  productCode: z.string(),
  channel: z.string(),
  kind: z.enum(PRODUCT_KINDS),
  /** The customer's own name for the product, and what it is. */
  productTitle: z.nullable(z.string()),
  product: z.nullable(z.string()),
  /** The order that the product is of, if the customer has it. */
  orderCode: z.nullable(z.string()),
  /** Of the product, covers among them; a spread counts once. */
  placesCount: count,
  title: z.nullable(z.string()),
  firstPlace: count,
  lastPlace: z.nullable(count),
  colours: z.enum(WIDGET_COLOURS),
  size: z.enum(sizes),
  sites: z.array(z.string()),
  /** Where it opens for whoever knows the address; the same address stays until the widget is deleted. */
  url: z.string(),
  /** Opens for nobody while its order is blocked. */
  isBlocked: z.boolean(),
  /** For the customer, in the language of the order's channel. */
  blockedReason: z.nullable(z.string()),
  /** How often it was opened, about. */
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
});

/**
 * [WID-11] Saves how the widget of an online product shows it, and makes it if there is none. 404 for a product that is not
 * there, 409 `order-blocked` while its order is.
 */
export const saveWidget = endpoint({
  name: 'saveWidget',
  service,
  method: 'PUT',
  path: '/v1/widget/{productCode}',
  params,
  body: widgetSettings,
  response: widget,
});

/** [WID-08] Deletes a widget with its entry in the gallery: its address opens nothing from then on. Does nothing where there is none. */
export const deleteWidget = endpoint({
  name: 'deleteWidget',
  service,
  method: 'DELETE',
  path: '/v1/widget/{productCode}',
  params,
});

/** Codes of orders, separated by commas. */
const orderCodes = z.pipe(
  z.pipe(
    z.string().check(z.regex(/^[A-Za-z0-9_,-]{0,6500}$/)),
    z.transform((text) => text.split(',').filter(Boolean)),
  ),
  z.array(code).check(z.maxLength(MAX_ORDERS)),
);

/** [WID-12] The customer's widgets, those made last first: those of the products of some orders, or without `orderCodes` all. */
export const getWidgets = endpoint({
  name: 'getWidgets',
  service,
  method: 'GET',
  path: '/v1/widget/all',
  query: z.object({
    orderCodes: z.optional(orderCodes),
    offset: z._default(offset, 0),
    limit: rowsUpTo(100, WIDGETS_PAGE_SIZE),
  }),
  response: z.object({ items: z.array(widget), total: count }),
});

/** The address as the wire has it [WID-10]. */
export function encodeAddress(address: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(address)));
}

/** Text in base64, of either alphabet; '' for what is none. A `+` that came as a space is one. */
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
 * [WID-04, WID-09] Mails the address of a widget to one recipient, in the name of the brand. 409 `recipient-refused` where the
 * recipient wants no more of such mails, `order-blocked` while the order is, 429 after too many. Its query names people: it
 * belongs in no log.
 */
export const shareWidget = endpoint({
  name: 'shareWidget',
  service,
  method: 'POST',
  path: '/v1/widget/{productCode}/share',
  idempotencyKey: 'optional',
  params,
  query: z.object({
    /** The brand of the mail, by the retailer's id. */
    vendorId: z.string().check(z.minLength(1), z.maxLength(50)),
    /** The name of whoever shares it: one line. */
    fromName: z.pipe(
      z.pipe(
        z.string().check(z.maxLength(500)),
        z.transform((name) => plainText(name).replace(/\s+/g, ' ')),
      ),
      z.string().check(z.minLength(1), z.maxLength(SHARE_LIMITS.name)),
    ),
    /** Plain text of several lines. */
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
        z.transform((text) => decodeBase64(text).trim()),
      ),
      z.string().check(z.refine(isTypedMailAddress, 'is not one e-mail address in base64')),
    ),
  }),
  response: z.object({ sharedAt: instant }),
});

/** [WID-18] Whether an order is blocked, of whose products nothing is shown to anybody then. 404 for an order that is not the customer's. */
export const getBlockedOrder = endpoint({
  name: 'getBlockedOrder',
  service,
  method: 'GET',
  path: '/v1/blockedorders/{orderCode}',
  params: z.object({ orderCode: code }),
  response: z.object({
    orderCode: z.string(),
    isBlocked: z.boolean(),
    /** For the customer, if the shop said why. */
    reason: z.nullable(z.string()),
  }),
});
