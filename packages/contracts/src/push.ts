import * as z from 'zod/mini';
import { phoneArrival } from './library/phone-arrivals.ts';
import { id, instant } from './platform/fields.ts';
import { customerIdSchema } from './platform/ids.ts';
import { MINUTE_MS } from './platform/limits.ts';

/** Lifetime of a push connection in milliseconds (photo-library §9). */
export const PUSH_LIFETIME_MS = 30 * MINUTE_MS;
/** Time within which a push connection must authenticate, in milliseconds. */
export const PUSH_AUTHENTICATE_MS = 5_000;
/** Maximum size of a frame from a client, in bytes. */
export const PUSH_MAX_FRAME_BYTES = 16 * 1024;

/** Path of the push socket, below the push service. */
export const PUSH_SOCKET_PATH = '/socket';
/** Close code for a token that is not, or no longer, valid: its session may have ended. */
export const PUSH_UNAUTHENTICATED = 4401;
/** The server's plain answer to a valid `authenticate`. */
export const PUSH_OK = 'OK';

/** First frame of a client, repeated before its token expires. */
export const pushAuthenticate = z.object({
  action: z.literal('authenticate'),
  token: z.string().check(z.maxLength(8_192)),
});

const envelope = { id, timestamp: instant };

/**
 * The library has changed: photos added, deleted, used in an order, marked as favourites or not, of another date or caption,
 * thumbnails made or failed.
 */
const photosChanged = z.object({
  ...envelope,
  type: z.literal('photos-changed'),
  data: z.object({
    change: z.enum([
      'added',
      'ready',
      'failed',
      'deleted',
      'ordered',
      'favourite',
      'unfavourite',
      'dated',
      'captioned',
    ]),
    /** Up to 100 ids; empty means 'many'. */
    photoIds: z.array(id),
  }),
});

/** Albums have changed: the list, a name, a cover, or their photos. */
const albumsChanged = z.object({
  ...envelope,
  type: z.literal('albums-changed'),
  /** Up to 100 ids; empty means 'many'. */
  data: z.object({ albumIds: z.array(id) }),
});

/** A phone has reported something new about a code, or one of its photos is in the library [UPL-02, PSH-07]. */
const phoneTransferChanged = z.object({
  ...envelope,
  type: z.literal('phone-transfer-changed'),
  /** Without an arrival the page reads the whole transfer again. */
  data: z.object({ transferId: id, arrival: z.nullable(phoneArrival) }),
});

/** Photos are kept longer, were hidden or are visible again: reload the storage account. */
const storageChanged = z.object({ ...envelope, type: z.literal('storage-changed'), data: z.object({}) });

/** An export is ready or was given up. */
const exportsChanged = z.object({ ...envelope, type: z.literal('exports-changed'), data: z.object({}) });

/** An archive of 'my data' progressed, is ready or was given up. */
const myDataChanged = z.object({ ...envelope, type: z.literal('my-data-changed'), data: z.object({}) });

/** The account has changed, such as personal details, the newsletter or the state of a business account: reload it. */
const accountChanged = z.object({ ...envelope, type: z.literal('account-changed'), data: z.object({}) });

/** Orders were added or changed: reload the list and the pages of these orders. */
const ordersChanged = z.object({
  ...envelope,
  type: z.literal('orders-changed'),
  data: z.object({ orderCodes: z.array(z.string()) }),
});

/** Saved projects were added, changed, deleted or restored. */
const projectsChanged = z.object({ ...envelope, type: z.literal('projects-changed'), data: z.object({}) });

/** Online products were added, changed or deleted, or their pictures or files arrived. */
const productsChanged = z.object({ ...envelope, type: z.literal('products-changed'), data: z.object({}) });

/** Invoices were added or changed, or their PDF arrived. */
const invoicesChanged = z.object({ ...envelope, type: z.literal('invoices-changed'), data: z.object({}) });

/** The callback settings, or the outcome of a callback, have changed. */
const callbacksChanged = z.object({ ...envelope, type: z.literal('callbacks-changed'), data: z.object({}) });

/** Order lists were accepted or rejected. */
const orderListsChanged = z.object({
  ...envelope,
  type: z.literal('order-lists-changed'),
  data: z.object({}),
});

/** Widgets or their gallery entries were added, changed or deleted. */
const widgetsChanged = z.object({ ...envelope, type: z.literal('widgets-changed'), data: z.object({}) });

/** Vouchers of the wallet were added or changed. */
const vouchersChanged = z.object({ ...envelope, type: z.literal('vouchers-changed'), data: z.object({}) });

/** An import of legacy uploads started, was given up or finished [PSH-03, PSH-09]. */
const importEvent = <T extends string>(type: T) =>
  z.object({
    id,
    type: z.literal(type),
    data: z.object({ payload: z.unknown(), timestamp: instant }),
  });

/** An archive was started, finished or failed [PSH-02, PSH-08]. */
const archiveEvent = z.object({
  ...envelope,
  key: z.enum(['archive-started', 'archive-finished', 'archive-error']),
  message: z.object({ userId: customerIdSchema, downloadId: id }),
});

/** All messages the server sends; clients ignore what does not parse. */
export const pushMessage = z.union([
  z.discriminatedUnion('type', [
    photosChanged,
    albumsChanged,
    phoneTransferChanged,
    storageChanged,
    exportsChanged,
    myDataChanged,
    accountChanged,
    ordersChanged,
    projectsChanged,
    productsChanged,
    vouchersChanged,
    invoicesChanged,
    callbacksChanged,
    orderListsChanged,
    widgetsChanged,
    importEvent('import-started'),
    importEvent('import-error'),
    importEvent('import-finished'),
  ]),
  archiveEvent,
]);
export type PushMessage = z.infer<typeof pushMessage>;
