import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { count, id, instant, label } from './fields.ts';

const service = 'uploads';
const params = z.object({ transferId: id });

/** Lifetime of a code that nobody renews, in milliseconds. */
export const PHONE_TRANSFER_LIFETIME_MS = 20 * 60_000;
/** How often the desktop renews the code it shows, in milliseconds. */
export const PHONE_TRANSFER_RENEWAL_MS = 5 * 60_000;
/** The page that the code leads to; the token is its fragment, which browsers send to nobody. */
export const PHONE_PAGE_PATH = '/phone';
/** Below the uploads service: the tus protocol for phones, with the code's token as the bearer's. */
export const PHONE_TUS_PATH = '/phone/files';

/** A file of a phone that is in the library. */
export const phoneArrival = z.object({
  uploadId: id,
  imageId: id,
  fileName: z.string(),
  bytes: count,
  /** True when the library already held a photo of the same content. */
  duplicate: z.boolean(),
});
export type PhoneArrival = z.infer<typeof phoneArrival>;

/** How often a phone reports while its page is open, in milliseconds. One that is silent three times as long is away. */
export const PHONE_REPORT_MS = 20_000;
/** Most files of one report that did not get into the library. */
export const MAX_PHONE_REFUSALS = 500;
/** Most photos that a phone asks about in one report. */
export const MAX_AWAITED_PHOTOS = 100;

/** Why a file is not, or not yet, in the library: found on the device, or by the server. */
export const uploadFault = z.enum([
  'wrong-type',
  'too-large',
  'empty',
  'unreadable',
  'not-a-photo',
  'quota-exceeded',
  'storage-full',
  'library-hidden',
  'unexpected',
]);
export type UploadFault = z.infer<typeof uploadFault>;

/** A file on a phone that did not get into the library. */
export const phoneRefusal = z.object({ refusalId: label, fileName: label, reason: uploadFault });
export type PhoneRefusal = z.infer<typeof phoneRefusal>;

/** What a phone's page says of itself. */
const phoneStanding = z.object({
  /** Files that it has sent or is going to send: without those that were refused. */
  picked: count,
  /** Of `picked`, those that are in the library. */
  sent: count,
  refusals: z.array(phoneRefusal).check(z.maxLength(MAX_PHONE_REFUSALS)),
  /** Whether its page is open; what it has not sent by then stays on the phone until it is opened again. */
  isOpen: z.boolean(),
});
/** A phone that has opened a code. */
export const transferringPhone = z.extend(phoneStanding, { phoneId: id });
export type TransferringPhone = z.infer<typeof transferringPhone>;

/**
 * Makes a code by which phones send photos to this customer's library, and to an album of theirs when one is named. Of a
 * customer's codes the newest five work. 429 beyond 30 codes an hour.
 */
export const createPhoneTransfer = endpoint({
  name: 'createPhoneTransfer',
  service,
  method: 'POST',
  path: '/phone-transfers',
  idempotencyKey: 'optional',
  body: z.object({ albumId: z.optional(id) }),
  response: z.object({
    transferId: id,
    /** Told only to whoever has the Idempotency-Key; a hash of it is kept. */
    token: z.string(),
    /** Address of the phone's page, without the token. */
    pageUrl: z.string(),
    /** False when the address is one that leads other devices nowhere: PUBLIC_URL is this machine alone. */
    isReachable: z.boolean(),
    expiresAt: instant,
  }),
});

/** Gives a code its whole lifetime again, up to half a day after it was made; 404 for one that is over. */
export const renewPhoneTransfer = endpoint({
  name: 'renewPhoneTransfer',
  service,
  method: 'POST',
  path: '/phone-transfers/{transferId}/renewal',
  params,
  response: z.object({ expiresAt: instant }),
});

/** What came by a code, oldest first, for a week. */
export const getPhoneTransfer = endpoint({
  name: 'getPhoneTransfer',
  service,
  method: 'GET',
  path: '/phone-transfers/{transferId}',
  params,
  response: z.object({
    expiresAt: instant,
    /** Whether a phone has opened the page. */
    isOpened: z.boolean(),
    arrivals: z.array(phoneArrival),
    phones: z.array(transferringPhone),
  }),
});

/** Makes a code worthless at once; what came by it stays. */
export const endPhoneTransfer = endpoint({
  name: 'endPhoneTransfer',
  service,
  method: 'DELETE',
  path: '/phone-transfers/{transferId}',
  params,
});

/** A phone's first call. It learns when the code ends and where photos go, and nothing of the library. */
export const openPhoneTransfer = endpoint({
  name: 'openPhoneTransfer',
  service,
  method: 'POST',
  path: '/phone/opening',
  access: 'phone',
  response: z.object({ transferId: id, expiresAt: instant, target: z.enum(['library', 'album']) }),
});

/**
 * Turns a file that this code's phone sent into a photo, as commitUpload does. The answer does not say whether the library
 * held it: whoever has seen a code could else ask what is in there.
 */
export const commitTransferredUpload = endpoint({
  name: 'commitTransferredUpload',
  service,
  method: 'POST',
  path: '/phone/uploads/{uploadId}/commit',
  access: 'phone',
  params: z.object({ uploadId: id }),
});

/**
 * A phone's report for the desktop; a page that closes leaves its refusals out, and they stay as they were. It asks in turn
 * which of the photos that it sent have thumbnails by now. `phoneId` is the phone's own choice, the same after a reload.
 */
export const savePhoneReport = endpoint({
  name: 'savePhoneReport',
  service,
  method: 'PUT',
  path: '/phone/reports/{phoneId}',
  access: 'phone',
  params: z.object({ phoneId: id }),
  body: z.object({
    ...phoneStanding.shape,
    refusals: z.optional(phoneStanding.shape.refusals),
    awaited: z.array(id).check(z.maxLength(MAX_AWAITED_PHOTOS)),
  }),
  response: z.object({
    /** Of the awaited, those whose fate is known: whether they can be shown. */
    known: z.array(z.object({ uploadId: id, isShown: z.boolean() })),
  }),
});
