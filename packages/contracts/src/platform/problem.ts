import * as z from 'zod/mini';
import { PHOTO_LIMITS } from './limits.ts';

/** Every error our API returns: code -> HTTP status and title (RFC 9457). */
export const PROBLEMS = {
  'invalid-request': { status: 400, title: 'The request is not valid' },
  'invalid-cursor': { status: 400, title: 'The cursor is not valid' },
  unauthenticated: { status: 401, title: 'Sign in to continue' },
  'recent-sign-in-required': { status: 401, title: 'Sign in again to continue' },
  'token-not-accepted': { status: 401, title: 'This sign-in is not accepted here' },
  forbidden: { status: 403, title: 'This is not allowed' },
  'another-account': { status: 403, title: 'This link was sent for another account' },
  'business-only': { status: 403, title: 'This is for business customers only' },
  'account-blocked': { status: 403, title: 'This account is blocked: contact customer care' },
  'second-factor-required': { status: 403, title: 'Set up two-step sign-in to continue' },
  'library-hidden': { status: 403, title: 'The photos are hidden until the next order' },
  'not-found': { status: 404, title: 'Not found' },
  'account-deleted': { status: 404, title: 'This account has been deleted' },
  'method-not-allowed': { status: 405, title: 'This method is not allowed here' },
  conflict: { status: 409, title: 'This conflicts with the stored data' },
  'second-factor-on': { status: 409, title: 'Two-step sign-in is already on' },
  'second-factor-off': { status: 409, title: 'Two-step sign-in is off' },
  'email-in-use': { status: 409, title: 'Another account already has this address' },
  'email-change-undoable': {
    status: 409,
    title: 'The last email address change can still be undone',
  },
  'no-address': { status: 409, title: 'This customer has no verified email address' },
  'address-fixed': { status: 409, title: 'The delivery address can no longer be changed' },
  'too-many-addresses': {
    status: 409,
    title: 'The limit of saved addresses has been reached: delete one to add another',
  },
  'order-blocked': { status: 409, title: 'The order is blocked' },
  'recipient-refused': { status: 409, title: 'The recipient has opted out of these emails' },
  'upload-incomplete': { status: 409, title: 'The upload is not complete' },
  'enrolment-over': { status: 410, title: 'This was started too long ago or elsewhere: start again' },
  'upload-gone': { status: 410, title: 'The upload has expired' },
  'precondition-failed': { status: 412, title: 'This version of the protocol is not supported' },
  'too-large': { status: 413, title: 'This is too large' },
  'quota-exceeded': {
    status: 413,
    title: 'The library is full: delete photos to add others',
  },
  'range-not-satisfiable': { status: 416, title: 'This part of the file does not exist' },
  'unsupported-media-type': { status: 415, title: 'This content type is not supported' },
  'vat-id-mistyped': { status: 422, title: 'The check digits of the VAT ID do not match' },
  'wrong-code': { status: 422, title: 'This code is incorrect or has already been used' },
  'not-a-photo': { status: 422, title: 'This file is not a JPEG, PNG or HEIC photo' },
  'too-many-pixels': { status: 422, title: `A photo may have at most ${PHOTO_LIMITS.megapixels} megapixels` },
  'not-a-pdf': { status: 422, title: 'This file is not a PDF' },
  locked: { status: 423, title: 'Another request is working on this, try again' },
  'too-many-requests': { status: 429, title: 'Too many requests, try again later' },
  'client-closed': { status: 499, title: 'The client closed the connection' },
  unexpected: { status: 500, title: 'An unexpected error has occurred' },
  'held-after-restore': {
    status: 503,
    title: 'This waits until the data has been checked after a restore',
  },
  unavailable: { status: 503, title: 'The service is not available right now' },
  'storage-full': { status: 507, title: 'There is no storage space left for this' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof PROBLEMS;

/** Body of an error response, `application/problem+json`. */
export const problemBody = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.string(),
  detail: z.optional(z.string()),
  /** The reference for customer care; equal to the response's X-CorrelationId header. */
  correlationId: z.optional(z.string()),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
});
export type ProblemBody = z.infer<typeof problemBody>;
