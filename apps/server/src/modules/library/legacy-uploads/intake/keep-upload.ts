import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../../../../platform/database/database.ts';
import type { ObjectStore } from '../../../../platform/objects/object-store.ts';
import { NOBODY } from '../legacy-upload.ts';
import { claimUpload, findUploads, insertUpload } from '../upload-store.ts';

type Deps = { db: Database; objects: Pick<ObjectStore, 'putBytes' | 'remove'> };

export type NewLegacyUpload = {
  userId: string;
  /** None: made of the owner and the content, so that a second run finds it again. */
  id: string | null;
  fileName: string;
  content: Uint8Array;
  uploadedAt: Date;
};

/**
 * Keeps a file until it becomes a photo; the file is stored before its row, so that a kill is made good by a second run,
 * under a key of its own: what the first left behind is removed some days later, and must not be needed by then.
 */
export async function keepUpload(
  { db, objects }: Deps,
  { userId, content, fileName, uploadedAt, ...upload }: NewLegacyUpload,
): Promise<'taken in' | 'claimed' | 'was there'> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const legacyUploadId = upload.id ?? idOf(`${userId}/${sha256}`);
  const ref = { userId, legacyUploadId };
  if ((await findUploads(db, userId, [legacyUploadId])).length > 0) return 'was there';
  if (userId !== NOBODY && (await claimUpload(db, ref))) return 'claimed';
  const objectKey = `legacy-uploads/${legacyUploadId}-${randomBytes(16).toString('hex')}`;
  await objects.putBytes(objectKey, content);
  const isNew = await insertUpload(db, { ...ref, fileName, bytes: content.length, uploadedAt, objectKey });
  if (isNew) return 'taken in';
  await objects.remove([objectKey]);
  return 'was there';
}

/** A UUID (version 8) that is the same for the same name. */
function idOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
}
