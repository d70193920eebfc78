import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { count, id, instant, label } from '../platform/fields.ts';
import { HOUR_SECONDS, MINUTE_MS } from '../platform/limits.ts';
import { phoneArrival } from './phone-arrivals.ts';

const service = 'uploads';
const params = z.object({ transferId: id });

/** Lifetime of a code unless it is renewed, in milliseconds. */
export const PHONE_TRANSFER_LIFETIME_MS = 20 * MINUTE_MS;
/** How often the desktop renews the displayed code, in milliseconds. */
export const PHONE_TRANSFER_RENEWAL_MS = 5 * MINUTE_MS;
/** How long a phone can at least go on once the desktop renews the code no longer, in minutes. */
export const PHONE_TRANSFER_REST_MINUTES =
  (PHONE_TRANSFER_LIFETIME_MS - PHONE_TRANSFER_RENEWAL_MS) / MINUTE_MS;
/** The page the code leads to; the token is its fragment, which browsers never send to a server. */
export const PHONE_PAGE_PATH = '/phone';
/** Below the uploads service: the tus protocol for phones, with the code's token as the bearer token. */
export const PHONE_TUS_PATH = '/phone/files';

/** How often a phone reports while its page is open, in milliseconds. After three missed reports it counts as away. */
export const PHONE_REPORT_MS = 20_000;
/** Maximum number of rejected files per report. */
export const MAX_PHONE_REFUSALS = 500;
/** Maximum number of photos a phone asks about per report. */
export const MAX_AWAITED_PHOTOS = 100;

/** Why a file is not, or not yet, in the library; detected on the device or by the server. */
export const uploadFault = z.enum([
  'wrong-type',
  'too-large',
  'too-many-pixels',
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

/** What a phone's page reports about itself. */
const phoneState = z.object({
  /** Files sent or still to be sent, without rejected ones. */
  picked: count,
  /** Those of `picked` that are in the library. */
  sent: count,
  refusals: z.array(phoneRefusal).check(z.maxLength(MAX_PHONE_REFUSALS)),
  /** Whether its page is open; files not yet sent stay on the phone until it is reopened. */
  isOpen: z.boolean(),
});
/** A phone that has opened a code. */
export const transferringPhone = z.extend(phoneState, { phoneId: id });
export type TransferringPhone = z.infer<typeof transferringPhone>;

/**
 * Creates a code with which phones send photos to this customer's library, and to an album of the customer if one is given.
 * Only a customer's newest five codes work. 429 above 30 codes an hour.
 */
export const createPhoneTransfer = endpoint({
  name: 'createPhoneTransfer',
  budgets: [{ calls: 60, seconds: HOUR_SECONDS, isShared: true }],
  service,
  method: 'POST',
  path: '/phone-transfers',
  idempotencyKey: 'optional',
  body: z.object({ albumId: z.optional(id) }),
  response: z.object({
    transferId: id,
    /** Only its hash is stored; repeating the call with the same Idempotency-Key returns it again. */
    token: z.string(),
    /** Address of the phone's page, without the token. */
    pageUrl: z.string(),
    /** False when other devices cannot reach the address, because PUBLIC_URL is a loopback address. */
    isReachable: z.boolean(),
    expiresAt: instant,
  }),
  problems: ['not-found'],
  sample: ({ albumId }) => ({ body: { albumId } }),
});

/** Restarts the lifetime of a code, up to half a day after its creation; 404 for one that has ended. */
export const renewPhoneTransfer = endpoint({
  name: 'renewPhoneTransfer',
  service,
  method: 'POST',
  path: '/phone-transfers/{transferId}/renewal',
  params,
  response: z.object({ expiresAt: instant }),
  sample: ({ transferId }) => ({ params: { transferId } }),
});

/** Photos received through a code, oldest first; kept for a week. */
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
  sample: ({ transferId }) => ({ params: { transferId } }),
});

/** Revokes a code immediately; photos received through it stay. */
export const endPhoneTransfer = endpoint({
  name: 'endPhoneTransfer',
  service,
  method: 'DELETE',
  path: '/phone-transfers/{transferId}',
  params,
  sample: ({ transferId }) => ({ params: { transferId } }),
});

/** A phone's first call. It returns when the code expires and where photos go, and nothing about the library. */
export const openPhoneTransfer = endpoint({
  name: 'openPhoneTransfer',
  service,
  method: 'POST',
  path: '/phone/opening',
  access: 'phone',
  response: z.object({ transferId: id, expiresAt: instant, target: z.enum(['library', 'album']) }),
  problems: ['library-hidden'],
});

/**
 * Turns a file sent with this code into a photo, like commitUpload. The answer does not reveal duplicates: otherwise anybody
 * who has seen a code could probe the contents of the library.
 */
export const commitTransferredUpload = endpoint({
  name: 'commitTransferredUpload',
  service,
  method: 'POST',
  path: '/phone/uploads/{uploadId}/commit',
  access: 'phone',
  params: z.object({ uploadId: id }),
  problems: [
    'library-hidden',
    'not-a-photo',
    'too-many-pixels',
    'quota-exceeded',
    'upload-gone',
    'upload-incomplete',
    'locked',
  ],
  sample: ({ transferredId }) => ({ params: { uploadId: transferredId } }),
});

/**
 * A phone's report for the desktop. A closing page omits its refusals, which then stay as they were. The answer says which of
 * the awaited photos have thumbnails by now. `phoneId` is chosen by the phone and survives a reload.
 */
export const savePhoneReport = endpoint({
  name: 'savePhoneReport',
  service,
  method: 'PUT',
  path: '/phone/reports/{phoneId}',
  access: 'phone',
  params: z.object({ phoneId: id }),
  body: z.object({
    ...phoneState.shape,
    refusals: z.optional(phoneState.shape.refusals),
    awaited: z.array(id).check(z.maxLength(MAX_AWAITED_PHOTOS)),
  }),
  response: z.object({
    /** The awaited photos that are decided, and whether they can be shown. */
    known: z.array(z.object({ uploadId: id, isShown: z.boolean() })),
  }),
  problems: ['library-hidden'],
  sample: ({ phoneId }) => ({ params: { phoneId }, body: { picked: 1, sent: 0, isOpen: true, awaited: [] } }),
});
