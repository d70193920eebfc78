import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { id, sha256 } from '../platform/fields.ts';
import { MINUTE_SECONDS } from '../platform/limits.ts';
import { photo } from './photos.ts';

const service = 'uploads';

/** Below the uploads service: where files are sent by the tus protocol 1.0. Metadata: filename, filetype. */
export const TUS_PATH = '/files';

/**
 * Turns a completely sent file into a photo of the library. Only this answer means that a photo is saved: the original is
 * durable and its row and job are committed. Repeating the call gives the same answer. 409 upload-incomplete while bytes are
 * missing, 422 not-a-photo or too-many-pixels, 404 for an unknown upload. The photo is also added to the given album of the customer; an album
 * that does not exist or is shared with others is ignored.
 */
export const commitUpload = endpoint({
  name: 'commitUpload',
  service,
  method: 'POST',
  path: '/uploads/{uploadId}/commit',
  params: z.object({ uploadId: id }),
  body: z.optional(z.object({ albumId: z.optional(id) })),
  response: z.object({
    photo,
    /** True when the library already contained a photo with the same content, which `photo` then is. */
    duplicate: z.boolean(),
    /** True when that photo had been recently deleted, and is back. */
    restored: z.optional(z.boolean()),
  }),
  problems: [
    'not-a-photo',
    'too-many-pixels',
    'quota-exceeded',
    'upload-gone',
    'upload-incomplete',
    'locked',
  ],
  sample: ({ uploadId, albumId }) => ({ params: { uploadId }, body: { albumId } }),
});

/** By SHA-256 (hex): which contents the library already holds undamaged, so that they need not be sent. */
export const findKnownContents = endpoint({
  name: 'findKnownContents',
  budgets: [{ calls: 600, seconds: MINUTE_SECONDS }],
  service,
  method: 'POST',
  path: '/known-contents',
  body: z.object({
    sha256: z.array(sha256).check(z.minLength(1), z.maxLength(1_000)),
  }),
  response: z.object({ known: z.array(z.object({ sha256: z.string(), imageId: id })) }),
  sample: ({ contentSha256 }) => ({ body: { sha256: [contentSha256] } }),
});
