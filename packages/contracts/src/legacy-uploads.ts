import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { count, id, instant } from './fields.ts';

const service = 'storage';

/** A photograph that was uploaded while ordering, before there were libraries. */
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
  service,
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
  service,
  method: 'POST',
  path: '/getanonymousuploads',
  body: z.object({ ids: z.array(id).check(z.minLength(1), z.maxLength(100)) }),
  response: z.object({ items: z.array(legacyUpload) }),
});
