import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { count, id, instant } from '../platform/fields.ts';
import { DAY_SECONDS } from '../platform/limits.ts';

/** How long requested data can be downloaded once it is ready, in days. */
export const MY_DATA_VALID_DAYS = 7;

const service = 'customers';
const archiveId = z.object({ archiveId: id });

/** An archive being made; `done` of `total` steps are complete. */
const unreadyArchive = z.object({
  status: z.enum(['REQUESTED', 'IN_PROGRESS']),
  archiveId: id,
  requested: instant,
  done: count,
  total: count,
});

const failedArchive = z.object({
  status: z.literal('FAILED'),
  archiveId: id,
  requested: instant,
  /** When it was given up. */
  ended: instant,
});

const readyArchive = z.object({
  status: z.literal('READY'),
  archiveId: id,
  requested: instant,
  /** When it became ready. */
  ended: instant,
  /** When it expires. */
  expires: instant,
  /** Size of the zip with the data, in bytes. */
  bytes: count,
  /** The zips with the photos, in order; null if there were no photos. */
  photos: z.nullable(
    z.object({
      parts: z.array(z.object({ iteration: count, bytes: count })),
      /** Photos deleted or lost since, which no zip contains. */
      missing: count,
    }),
  ),
});
export type ReadyMyData = z.infer<typeof readyArchive>;

const archive = z.discriminatedUnion('status', [unreadyArchive, failedArchive, readyArchive]);
export type MyDataArchive = z.infer<typeof archive>;

/** The customer's latest request; null if there never was one or it has expired. */
export const getMyData = endpoint({
  name: 'getMyData',
  service,
  method: 'GET',
  path: '/customers/me/mydata',
  response: z.object({ archive: z.nullable(archive) }),
});

/**
 * Requests all data kept about the customer, photos included: 202, then it is prepared in the background. Returns the running
 * request if there is one. 429 above the daily number of archives.
 */
export const requestMyData = endpoint({
  name: 'requestMyData',
  budgets: [{ calls: 10, seconds: DAY_SECONDS, isShared: true }],
  service,
  method: 'POST',
  path: '/customers/me/mydata',
  recentSignIn: true,
  idempotencyKey: 'optional',
  /** Brand of the mail. */
  body: z.object({ channel: z.string().check(z.minLength(1), z.maxLength(50)) }),
  status: 202,
  response: archive,
  sample: ({ channel }) => ({ body: { channel } }),
});

/** A signed address of the zip with the data, which a browser can navigate to. 409 until it is ready. */
export const getMyDataUrl = endpoint({
  name: 'getMyDataUrl',
  service,
  method: 'GET',
  path: '/customers/me/mydata/{archiveId}/url',
  recentSignIn: true,
  params: archiveId,
  response: z.object({ url: z.string() }),
  problems: ['conflict'],
  sample: ({ archiveId }) => ({ params: { archiveId } }),
});

const iteration = z.pipe(
  z.union([count, z.pipe(z.string().check(z.regex(/^\d{1,6}$/)), z.transform(Number))]),
  count,
);

/** The same for one of the zips with photos, available even while the library is hidden. */
export const getMyDataPhotosUrl = endpoint({
  name: 'getMyDataPhotosUrl',
  service,
  method: 'GET',
  path: '/customers/me/mydata/{archiveId}/photos/{iteration}/url',
  params: z.object({ archiveId: id, iteration }),
  response: z.object({ url: z.string() }),
  problems: ['conflict'],
  sample: ({ archiveId }) => ({ params: { archiveId, iteration: '0' } }),
});
