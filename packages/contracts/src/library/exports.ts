import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { count, id, instant } from '../platform/fields.ts';
import { DAY_SECONDS } from '../platform/limits.ts';

/** How long an export can be downloaded once it is ready, in days (photo-library §9). */
export const EXPORT_VALID_DAYS = 7;
/** Within how many hours an export is promised to be ready (photo-library §9). */
export const EXPORT_READY_HOURS = 48;

const service = 'photoExports';

/** One zip of an export, counted from 0; `size` is its length in bytes. */
const exportChunk = z.object({ iteration: count, size: z.int().check(z.minimum(1)) });

/** An export that cannot be downloaded yet, or ever. */
const unreadyExport = z.object({
  status: z.enum(['REQUESTED', 'IN_PROGRESS', 'FAILED']),
  backupId: z.optional(id),
});

const readyExport = z.object({
  status: z.literal('READY'),
  backupId: id,
  /** In the order of their iteration. */
  chunks: z.array(exportChunk),
  /** Photos deleted or lost since, which no zip contains; each zip lists its own. */
  missing: count,
  created: instant,
  /** When it became ready: its links are valid for EXPORT_VALID_DAYS from then on. */
  updated: instant,
});
export type ReadyExport = z.infer<typeof readyExport>;

const photoExport = z.discriminatedUnion('status', [unreadyExport, readyExport]);
export type PhotoExport = z.infer<typeof photoExport>;

/**
 * Requests an export of the whole library. Returns the running export if there is one, or a finished one if the library has not
 * changed since. 429 above the daily number of exports.
 */
export const requestExport = endpoint({
  name: 'requestExport',
  budgets: [{ calls: 10, seconds: DAY_SECONDS, isShared: true }],
  service,
  method: 'POST',
  path: '/backups',
  idempotencyKey: 'optional',
  body: z.object({ channel: z.string().check(z.minLength(1), z.maxLength(50)) }),
  response: photoExport,
  sample: ({ channel }) => ({ body: { channel } }),
});

/** Maximum pictures of an export in the list. */
export const EXPORT_PICTURES = 3;

const exportSummary = z.object({
  backupId: id,
  status: z.enum(['REQUESTED', 'IN_PROGRESS', 'FAILED', 'READY']),
  created: instant,
  updated: instant,
  /** Photos of the library when it was made; of the library now while it is not ready. */
  photosCount: count,
  /** Total size of its zips; absent until it is ready. */
  bytes: z.optional(count),
  /** Addresses of small pictures of the last photos added before it was requested; none while the library is hidden. */
  pictures: z.array(z.string()),
});
export type ExportSummary = z.infer<typeof exportSummary>;

/** The customer's exports that have not expired, newest first, to find them again. */
export const getExports = endpoint({
  name: 'getExports',
  service,
  method: 'GET',
  path: '/backups',
  response: z.object({ items: z.array(exportSummary) }),
});

/** 404 if the export is not the customer's, or its links have expired. */
export const getExport = endpoint({
  name: 'getExport',
  service,
  method: 'GET',
  path: '/backups/{backupId}',
  params: z.object({ backupId: id }),
  response: photoExport,
  sample: ({ backupId }) => ({ params: { backupId } }),
});

/** A position in a list, as a number or as decimal text from an address. */
const iteration = z.pipe(
  z.union([count, z.pipe(z.string().check(z.regex(/^\d{1,6}$/)), z.transform(Number))]),
  count,
);

/** A signed address that a browser can navigate to: one zip, resumable. 409 until the export is ready. */
export const getExportChunkUrl = endpoint({
  name: 'getExportChunkUrl',
  service,
  method: 'GET',
  path: '/backups/{backupId}/chunks/{iteration}/url',
  params: z.object({ backupId: id, iteration }),
  response: z.object({ url: z.string() }),
  problems: ['conflict'],
  sample: ({ backupId }) => ({ params: { backupId, iteration: '0' } }),
});
