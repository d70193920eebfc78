import * as z from 'zod/mini';
import { id, instant } from './fields.ts';
import { phoneArrival } from './phone-transfers.ts';

/** Lifetime of a push connection in milliseconds (photo-library §9). */
export const PUSH_LIFETIME_MS = 1_800_000;
/** Time a push connection has to authenticate, in milliseconds. */
export const PUSH_AUTHENTICATE_MS = 5_000;
/** Largest push frame a client may send, in bytes. */
export const PUSH_MAX_FRAME_BYTES = 16 * 1024;

/** Where the push channel is, below the push service. */
export const PUSH_SOCKET_PATH = '/socket';
/** Code with which a channel closes whose token is not valid, or not any more: its session may have ended. */
export const PUSH_UNAUTHENTICATED = 4401;
/** The server's plain answer to a good `authenticate`. */
export const PUSH_OK = 'OK';

/** First frame of a client, and again before its token ends. */
export const pushAuthenticate = z.object({
  action: z.literal('authenticate'),
  token: z.string().check(z.maxLength(8_192)),
});

const envelope = { id, timestamp: instant };

/** The library changed: new photos, thumbnails that became ready or failed, photos deleted or used in an order. */
const photosChanged = z.object({
  ...envelope,
  type: z.literal('photos-changed'),
  data: z.object({
    change: z.enum(['added', 'ready', 'failed', 'deleted', 'ordered']),
    /** Up to 100 ids; empty means 'many'. */
    photoIds: z.array(id),
  }),
});

/** Albums changed: their list, a name, a cover, or the photos in them. */
const albumsChanged = z.object({
  ...envelope,
  type: z.literal('albums-changed'),
  /** Up to 100 ids; empty means 'many'. */
  data: z.object({ albumIds: z.array(id) }),
});

/** A phone reported something new of a code, or one of its photos is in the library [UPL-02, PSH-07]. */
const phoneTransferChanged = z.object({
  ...envelope,
  type: z.literal('phone-transfer-changed'),
  /** No arrival: the transfer is to be read anew. */
  data: z.object({ transferId: id, arrival: z.nullable(phoneArrival) }),
});

/** Photos are kept longer, became hidden, or are seen again: the storage account is to be asked for anew. */
const storageChanged = z.object({ ...envelope, type: z.literal('storage-changed'), data: z.object({}) });

/** An export became ready, or was given up. */
const exportsChanged = z.object({ ...envelope, type: z.literal('exports-changed'), data: z.object({}) });

/** What the customer asked for of their data went on, became ready, or was given up. */
const myDataChanged = z.object({ ...envelope, type: z.literal('my-data-changed'), data: z.object({}) });

/** The customer's account is to be asked for anew: where that of a business stands has changed. */
const accountChanged = z.object({ ...envelope, type: z.literal('account-changed'), data: z.object({}) });

/** Orders are new or changed: those of the list and of an order's page are to be asked for anew. */
const ordersChanged = z.object({
  ...envelope,
  type: z.literal('orders-changed'),
  data: z.object({ orderCodes: z.array(z.string()) }),
});

/** Saved projects are new, changed, deleted or back. */
const projectsChanged = z.object({ ...envelope, type: z.literal('projects-changed'), data: z.object({}) });

/** Online products are new, changed or gone, or their pictures and files have come. */
const productsChanged = z.object({ ...envelope, type: z.literal('products-changed'), data: z.object({}) });

/** Invoices are new or changed, or their pdf has come. */
const invoicesChanged = z.object({ ...envelope, type: z.literal('invoices-changed'), data: z.object({}) });

/** Where callbacks stand, or what became of one, has changed. */
const callbacksChanged = z.object({ ...envelope, type: z.literal('callbacks-changed'), data: z.object({}) });

/** Order files were taken or rejected. */
const orderListsChanged = z.object({
  ...envelope,
  type: z.literal('order-lists-changed'),
  data: z.object({}),
});

/** Widgets or their entries in the gallery are new, changed or gone. */
const widgetsChanged = z.object({ ...envelope, type: z.literal('widgets-changed'), data: z.object({}) });

/** Vouchers of the wallet are new or changed. */
const vouchersChanged = z.object({ ...envelope, type: z.literal('vouchers-changed'), data: z.object({}) });

/** An import of legacy uploads began, was given up or came to its end [PSH-03, PSH-09]. */
const importEvent = <T extends string>(type: T) =>
  z.object({
    id,
    type: z.literal(type),
    data: z.object({ payload: z.unknown(), timestamp: instant }),
  });

/** An archive was started, is finished, or failed [PSH-02, PSH-08]. */
const archiveEvent = z.object({
  ...envelope,
  key: z.enum(['archive-started', 'archive-finished', 'archive-error']),
  message: z.object({ userId: id, downloadId: id }),
});

/** Union of what the server sends; clients ignore what does not parse. */
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
