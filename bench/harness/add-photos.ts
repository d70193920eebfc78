import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { addPhoto } from '../../apps/server/src/modules/library/photos/index.ts';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import type { ObjectStore } from '../../apps/server/src/platform/objects/object-store.ts';

const NOTHING_DELETED = { restoreContent: async () => false };

/** The owner of the photos, and where they are stored. */
export type Target = { db: Database; objects: ObjectStore; customerId: CustomerId };
type Photos = {
  content: Buffer;
  count: number;
  format?: 'jpeg' | 'heic';
  takenAt?: string;
  /** All of them share one object, so that adding them costs next to nothing. */
  isShared?: boolean;
  /** Its thumbnails have lower priority than those of customers who add a few. */
  isBulk?: boolean;
};

/** Adds photos like a bulk import, in a single transaction, so that all jobs become visible at the same time. */
export async function addPhotos(target: Target, photos: Photos): Promise<string[]> {
  const { db, objects, customerId } = target;
  const { content, count, format = 'jpeg', isShared = false, isBulk = true } = photos;
  const { takenAt = '2024-05-01T10:00:00' } = photos;
  const newKey = () => `photos/${customerId}/${randomUUIDv7()}`;
  const keys = isShared ? Array(count).fill(newKey()) : Array.from({ length: count }, newKey);
  for (const key of new Set(keys)) await objects.putBytes(key, content);
  return db.transaction().execute(async (trx) => {
    const ids: string[] = [];
    for (const objectKey of keys) {
      const file = { fileName: `a.${format}`, format, bytes: content.length, crc32: 1, objectKey };
      const dates = { takenAt, takenOffsetMinutes: null, createdAt: new Date(), timeZone: 'Europe/London' };
      const identity = { customerId, uploadId: randomUUID(), sha256: randomBytes(32) };
      const added = await addPhoto(trx, { ...identity, ...file, ...dates, isBulk }, NOTHING_DELETED);
      ids.push(added.photoId);
    }
    return ids;
  });
}

/** The customer's photos still waiting for thumbnails; throws if one has failed. */
export async function countWaiting({ db, customerId }: Target): Promise<number> {
  const rows = await db
    .selectFrom('photos')
    .select(['thumbnail_state', 'failure'])
    .where('user_id', '=', customerId)
    .where('thumbnail_state', '!=', 'success')
    .execute();
  const failed = rows.find(({ thumbnail_state }) => thumbnail_state === 'failure');
  if (failed) throw new Error(`A photo of the bench failed: ${failed.failure}`);
  return rows.length;
}

export async function untilNoneWaits(target: Target): Promise<void> {
  while ((await countWaiting(target)) > 0) await pause(40);
}
