import { MINUTE_MS } from '@keepsake/contracts/platform/limits';
import { createBoundedCache } from '../../../platform/bounded-cache.ts';
import { refOf, type UploadRef, type UploadRow } from './store.ts';

/** More than come whole in a second; each takes about a kilobyte. */
const MAX_UPLOADS = 1_000;
/** Browsers commit an upload as soon as its last byte is answered. */
const LIFETIME_MS = MINUTE_MS;

/**
 * Uploads whose whole file this node has just saved, as their rows were then: committing one as a rule need not read it
 * first. The statement that commits checks that the row is still so, and whoever finds it is not reads it.
 */
export type FreshUploads = {
  add(upload: UploadRow): void;
  /** The upload if it is known, once: a repeated commit reads what has become of it. */
  take(ref: UploadRef): UploadRow | undefined;
};

export function createFreshUploads(): FreshUploads {
  const uploads = createBoundedCache<UploadRow>({ max: MAX_UPLOADS, lifetimeMs: LIFETIME_MS });
  const keyOf = ({ customerId, uploadId }: UploadRef) => `${customerId} ${uploadId}`;
  return {
    add: (upload) => uploads.set(keyOf(refOf(upload)), upload),
    take(ref) {
      const upload = uploads.get(keyOf(ref));
      uploads.delete(keyOf(ref));
      return upload;
    },
  };
}
