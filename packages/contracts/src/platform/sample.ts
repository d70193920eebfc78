import type * as z from 'zod/mini';
import { type CustomerId, customerIdSchema } from './ids.ts';

/** Example values of all that samples name; the API reference shows them. Tests put those of their own rows in their place. */
export const SAMPLE_IDS = {
  addressId: '01980000-0000-7000-8000-000000000001',
  albumId: '01980000-0000-7000-8000-000000000002',
  archiveId: '01980000-0000-7000-8000-000000000003',
  backupId: '01980000-0000-7000-8000-000000000004',
  callbackId: '01980000-0000-7000-8000-000000000005',
  channel: 'pennyfern',
  /** Hash of the content of one of the customer's photos. */
  contentSha256: 'c0ffee00'.repeat(8),
  /** Of the text that subscribers to the newsletter agree to. */
  consentVersion: '2026-11-28',
  customerId: customerIdSchema.parse('01980000-0000-7000-8000-000000000006'),
  /** A change of dates that can be taken back. */
  dateChangeId: '01980000-0000-7000-8000-000000000018',
  /** A photo that was recently deleted. */
  deletedPhotoId: '01980000-0000-7000-8000-000000000017',
  downloadId: '01980000-0000-7000-8000-000000000007',
  email: 'anna@example.com',
  identityType: 'consumer',
  invoiceCode: 'INVOICE-17',
  invoiceId: '01980000-0000-7000-8000-000000000008',
  legacyUploadId: '01980000-0000-7000-8000-000000000009',
  methodId: '01980000-0000-7000-8000-00000000000a',
  /** `changedAt` of a date by which something is needed. */
  neededDateVersion: '2026-06-15T10:00:00.000Z',
  newEmail: 'anna.holm@example.com',
  newOrderCode: 'ORDER-1043',
  orderCode: 'ORDER-1042',
  passkeyId: '01980000-0000-7000-8000-00000000000b',
  pdfSha256: 'beef0000'.repeat(8),
  phoneId: '01980000-0000-7000-8000-00000000000c',
  photoId: '01980000-0000-7000-8000-00000000000d',
  pictureSha256: 'feed0000'.repeat(8),
  productCode: 'PRODUCT-7',
  projectCode: 'PROJECT-7',
  projectId: '01980000-0000-7000-8000-00000000000e',
  sessionId: '01980000-0000-7000-8000-00000000000f',
  setupId: '01980000-0000-7000-8000-000000000010',
  /** An album of the customer that others see. */
  sharedAlbumId: '01980000-0000-7000-8000-000000000011',
  tempSelectionId: '01980000-0000-7000-8000-000000000012',
  /** Of a mailed link. */
  token: 'x'.repeat(43),
  transferId: '01980000-0000-7000-8000-000000000013',
  /** An upload by phone. */
  transferredId: '01980000-0000-7000-8000-000000000014',
  uploadId: '01980000-0000-7000-8000-000000000015',
  voucherCode: 'SPRING10',
  widgetId: '01980000-0000-7000-8000-000000000016',
} as const;
export type SampleIds = Record<keyof typeof SAMPLE_IDS, string> & { customerId: CustomerId };

/** A request as its caller writes it, before it goes over the wire. */
export type Request = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };

/** A valid request about what the given ids name. */
export type Sample = (ids: SampleIds) => { [Part in keyof Request]?: unknown };

/** One part of a call's request; absent where nothing is required of it. */
export type Part<Key extends string, Schema extends z.ZodMiniType> =
  undefined extends z.input<Schema> ? { [K in Key]?: z.input<Schema> } : { [K in Key]: z.input<Schema> };
type QueryPart<Query extends z.ZodMiniType> =
  Record<never, never> extends z.input<Query> ? { query?: z.input<Query> } : Part<'query', Query>;
type Sampled<P extends z.ZodMiniType, Q extends z.ZodMiniType, B extends z.ZodMiniType> = Part<'params', P> &
  QueryPart<Q> &
  Part<'body', B>;

/** A call that requires anything needs a sample; the empty request is one of all others. */
export type SampleOf<P extends z.ZodMiniType, Q extends z.ZodMiniType, B extends z.ZodMiniType> =
  Record<never, never> extends Sampled<P, Q, B>
    ? { sample?: (ids: SampleIds) => Sampled<P, Q, B> }
    : { sample: (ids: SampleIds) => Sampled<P, Q, B> };

/** An endpoint's sample, with example values for all ids that are not given. */
export function sampleOf(endpoint: { sample?: Sample }, ids: Partial<SampleIds> = {}): Request {
  // Its schemas have checked it where it was written.
  return (endpoint.sample?.({ ...SAMPLE_IDS, ...ids }) ?? {}) as Request;
}
