import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { count, id, instant } from '../platform/fields.ts';

const service = 'photoManagement';

/** Delay before the status is requested again after an import is reported finished, in milliseconds (photo-library §9). */
export const ACTIVATION_REFRESH_MS = 10_000;

/** Progress of an import of legacy uploads, in photos. */
export const importProgress = z.object({ total: count, imported: count, failed: count });
export type ImportProgress = z.infer<typeof importProgress>;

/**
 * ACTIVE: the library is in use. NOT_ACTIVE: legacy uploads are waiting to be imported. IMPORTING: an import is running.
 * DELETING: the whole library is being deleted. Clients ignore any other status [ACT-02].
 */
export const activation = z.object({
  status: z.string().check(z.minLength(1)),
  /** Only while IMPORTING. */
  progress: z.optional(importProgress),
  /** The last import that finished or was given up; remaining uploads make the status NOT_ACTIVE again. */
  lastImport: z.optional(z.object({ ended: instant, imported: count, failed: count })),
});
export type Activation = z.infer<typeof activation>;

export const getActivation = endpoint({
  name: 'getActivation',
  service,
  method: 'GET',
  path: '/users/activate',
  response: activation,
});

/** Starts the import of legacy uploads if the status is NOT_ACTIVE; any other status is returned unchanged. */
export const activate = endpoint({
  name: 'activate',
  service,
  method: 'POST',
  path: '/users/activate',
  response: activation,
});

/** Why a legacy upload can never become a photo of the library. */
export const importFault = z.enum(['not-a-photo', 'missing', 'too-large']);
export type ImportFault = z.infer<typeof importFault>;

const failedImport = z.object({ id, fileName: z.string(), fault: importFault });
export type FailedImport = z.infer<typeof failedImport>;

/** Legacy uploads that could not be imported, by file name: the first 500 and the total. */
export const getFailedImports = endpoint({
  name: 'getFailedImports',
  service,
  method: 'GET',
  path: '/users/activate/failures',
  response: z.object({ items: z.array(failedImport), total: count }),
});

const STORAGE = 'storage';

/** A photo uploaded while ordering, before there were libraries. */
export const legacyUpload = z.object({
  id,
  /** Absent while it belongs to no account. */
  accountId: z.optional(id),
  fileName: z.string(),
  bytes: count,
  uploaded: instant,
  state: z.enum(['waiting', 'imported', 'failed']),
  /** The library photo it became. */
  imageId: z.optional(id),
});
export type LegacyUpload = z.infer<typeof legacyUpload>;

/** One upload of the caller's account [UPL-03]; 404 for an unknown id and for uploads of other accounts. */
export const getLegacyUpload = endpoint({
  name: 'getLegacyUpload',
  service: STORAGE,
  method: 'GET',
  path: '/uploads/{legacyUploadId}',
  params: z.object({ legacyUploadId: id }),
  query: z.object({ accountId: z.optional(id) }),
  response: legacyUpload,
  sample: ({ legacyUploadId }) => ({ params: { legacyUploadId } }),
});

/**
 * Fallback for ids that the account does not have [UPL-04]: uploads that do not belong to anybody yet. Callers must be signed
 * in and know the random ids; unknown ids and other customers' uploads are left out without distinction.
 */
export const getAnonymousUploads = endpoint({
  name: 'getAnonymousUploads',
  service: STORAGE,
  method: 'POST',
  path: '/getanonymousuploads',
  body: z.object({ ids: z.array(id).check(z.minLength(1), z.maxLength(100)) }),
  response: z.object({ items: z.array(legacyUpload) }),
  sample: ({ legacyUploadId }) => ({ body: { ids: [legacyUploadId] } }),
});
