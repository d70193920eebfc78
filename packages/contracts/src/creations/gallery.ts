import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { id, instant } from '../platform/fields.ts';
import { HOUR_SECONDS } from '../platform/limits.ts';
import { plainLine, plainText } from '../platform/plain-text.ts';

/** Maximum lengths of an entry's title and text, in characters. */
export const ENTRY_LIMITS = { title: 80, text: 500 } as const;
/** Entries per public page. */
export const GALLERY_PAGE_SIZE = 24;

/** `offered` until the operator has reviewed it, `shown` when public, `taken-down` for a reason. */
const ENTRY_STATES = ['offered', 'shown', 'taken-down'] as const;

/** Reasons for which a visitor can report an entry. */
export const REPORT_KINDS = ['rights', 'person', 'offensive', 'other'] as const;

const channel = z.string().check(z.minLength(1), z.maxLength(50));
const category = z.string().check(z.regex(/^[a-z0-9-]{1,50}$/));
const line = (text: string) => plainLine(plainText(text));
/** Text of up to `raw` characters as received, and of `least` to `most` characters after cleaning. */
const cleaned = (clean: (text: string) => string, [raw, least, most]: readonly [number, number, number]) =>
  z.pipe(
    z.pipe(z.string().check(z.maxLength(raw)), z.transform(clean)),
    z.string().check(z.minLength(least), z.maxLength(most)),
  );

/** The part of an entry that its customer writes. */
const content = {
  category,
  title: cleaned(line, [500, 1, ENTRY_LIMITS.title]),
  text: z._default(cleaned(plainText, [4_000, 0, ENTRY_LIMITS.text]), ''),
};

export const galleryEntry = z.object({
  /** [WID-05] The widget shown, which also identifies the entry. */
  widgetId: id,
  channel: z.string(),
  category: z.string(),
  title: z.string(),
  text: z.string(),
  state: z.enum(ENTRY_STATES),
  /** Why it was taken down. */
  reason: z.nullable(z.string()),
  offeredAt: instant,
  /** Its public address; null while it is not public. */
  url: z.nullable(z.string()),
});
export type GalleryEntry = z.infer<typeof galleryEntry>;

const service = 'gallery';
const query = z.object({ channel });

/** [WID-13] The entry of a widget in a channel's gallery. 404 if there is none. */
export const getGalleryEntry = endpoint({
  name: 'getGalleryEntry',
  service,
  method: 'GET',
  path: '/v1/galleryentries/{widgetId}',
  params: z.object({ widgetId: id }),
  query,
  response: galleryEntry,
  sample: ({ widgetId, channel }) => ({ params: { widgetId }, query: { channel } }),
});

/**
 * [WID-14] Offers a widget for a channel's gallery; the operator decides. 404 for a widget that is not the customer's, 409
 * `conflict` if it already has an entry there, 409 `order-blocked` while its order is blocked.
 */
export const addGalleryEntry = endpoint({
  name: 'addGalleryEntry',
  budgets: [{ calls: 60, seconds: HOUR_SECONDS, isShared: true }],
  service,
  method: 'POST',
  path: '/v1/galleryentries',
  idempotencyKey: 'optional',
  body: z.strictObject({ widgetId: id, channel, ...content }),
  response: galleryEntry,
  problems: ['not-found', 'order-blocked'],
  sample: ({ widgetId }) => ({
    body: { widgetId, channel: 'kiekhof', category: 'travel', title: 'Two weeks by the sea' },
  }),
});

/** [WID-15] Changes an entry, which the operator then decides on again; repeating current values changes nothing. */
export const changeGalleryEntry = endpoint({
  name: 'changeGalleryEntry',
  budgets: [{ calls: 300, seconds: HOUR_SECONDS, isShared: true }],
  service,
  method: 'PUT',
  path: '/v1/galleryentries/{widgetId}',
  params: z.object({ widgetId: id }),
  query,
  body: z.strictObject(content),
  response: galleryEntry,
  sample: ({ widgetId, channel }) => ({
    params: { widgetId },
    query: { channel },
    body: { category: 'travel', title: 'Two weeks by the sea' },
  }),
});

/** [WID-16] Removes an entry from the gallery; the widget stays. Does nothing if there is none. */
export const deleteGalleryEntry = endpoint({
  name: 'deleteGalleryEntry',
  service,
  method: 'DELETE',
  path: '/v1/galleryentries/{widgetId}',
  params: z.object({ widgetId: id }),
  query,
  sample: ({ widgetId, channel }) => ({ params: { widgetId }, query: { channel } }),
});

/**
 * [WID-17] The categories of a channel's gallery in its language; without `channel`, of the host's channel. Empty if it has no
 * gallery.
 */
export const getGalleryCategories = endpoint({
  name: 'getGalleryCategories',
  service,
  method: 'GET',
  path: '/v1/categories',
  access: 'public',
  query: z.object({ channel: z.optional(channel) }),
  response: z.object({
    items: z.array(z.object({ name: z.string(), title: z.string() })),
  }),
  sample: ({ channel }) => ({ query: { channel } }),
});
