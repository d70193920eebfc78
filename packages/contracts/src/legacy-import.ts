import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { count, id, instant } from './fields.ts';

const service = 'photoManagement';

/** How long after the news of a finished import the status is asked for again, in milliseconds (photo-library §9). */
export const ACTIVATION_REFRESH_MS = 10_000;

/** How far an import of legacy uploads is, in photos. */
export const importProgress = z.object({ total: count, imported: count, failed: count });
export type ImportProgress = z.infer<typeof importProgress>;

/**
 * ACTIVE: the library is in use. NOT_ACTIVE: legacy uploads wait to be imported. IMPORTING: they are being. DELETING: the
 * whole library is being deleted. Any other status is to be left alone [ACT-02].
 */
export const activation = z.object({
  status: z.string().check(z.minLength(1)),
  /** While IMPORTING. */
  progress: z.optional(importProgress),
  /** The import that came to its end last, or was given up: what waits then is NOT_ACTIVE again. */
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

/** Starts the import of legacy uploads when the status is NOT_ACTIVE; any other status is answered as it is. */
export const activate = endpoint({
  name: 'activate',
  service,
  method: 'POST',
  path: '/users/activate',
  response: activation,
});

/** Why an upload can never become a photo of the library. */
export const importFault = z.enum(['not-a-photo', 'missing', 'too-large']);
export type ImportFault = z.infer<typeof importFault>;

const failedImport = z.object({ id, fileName: z.string(), fault: importFault });
export type FailedImport = z.infer<typeof failedImport>;

/** Legacy uploads that could not be brought in, by file name: the first 500, and how many there are. */
export const getFailedImports = endpoint({
  name: 'getFailedImports',
  service,
  method: 'GET',
  path: '/users/activate/failures',
  response: z.object({ items: z.array(failedImport), total: count }),
});

const STORAGE = 'storage';

/** A photo that was uploaded while ordering, before there were libraries. */
export const legacyUpload = z.object({
  id,
  /** Absent while it belongs to nobody. */
  accountId: z.optional(id),
  fileName: z.string(),
  bytes: count,
  uploaded: instant,
  state: z.enum(['waiting', 'imported', 'failed']),
  /** The photo of the library that it became. */
  imageId: z.optional(id),
});
export type LegacyUpload = z.infer<typeof legacyUpload>;

/** One upload of the caller's account [UPL-03]; with the id of another account it is not found, as an unknown one. */
export const getLegacyUpload = endpoint({
  name: 'getLegacyUpload',
  service: STORAGE,
  method: 'GET',
  path: '/uploads/{legacyUploadId}',
  params: z.object({ legacyUploadId: id }),
  query: z.object({ accountId: z.optional(id) }),
  response: legacyUpload,
});

/**
 * The fallback for ids that the account does not have [UPL-04]: uploads that belong to nobody yet. Whoever asks must be
 * signed in and know the ids, which are random; those of customers and unknown ones are left out alike.
 */
export const getAnonymousUploads = endpoint({
  name: 'getAnonymousUploads',
  service: STORAGE,
  method: 'POST',
  path: '/getanonymousuploads',
  body: z.object({ ids: z.array(id).check(z.minLength(1), z.maxLength(100)) }),
  response: z.object({ items: z.array(legacyUpload) }),
});
