import { randomBytes } from 'node:crypto';
import type { UploadRef } from './upload.ts';

/** An unguessable key, never given out twice: what arrives in one piece stays under it as the photo's original. */
export function newObjectKey({ userId, uploadId }: UploadRef): string {
  return `photos/${userId}/${uploadId}-${randomBytes(12).toString('hex')}`;
}
