import { LRUCache } from 'lru-cache';
import type { Database } from '../../../platform/database/database.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';

/** What the media route needs to know of a photo. */
export type Media = {
  objectKey: string;
  fileName: string;
  format: 'jpeg' | 'png' | 'heic';
  bytes: number;
  hasThumbnails: boolean;
};
export type FindMedia = (ownerId: string, photoId: string) => Promise<Media | null>;

/** NOTIFY channel of the trigger on photos: its payload, a photo's id or '*', is forgotten by every node. */
export const MEDIA_CHANGED_CHANNEL = 'keepsake_media_changed';

/** Finds photos that are there, remembering them until they change; absent ones are asked for anew each time. */
export function createMediaFinder(db: Database): { find: FindMedia; forget(photoId: string): void } {
  const known = new LRUCache<string, Media>({ max: 50_000, ttl: 10 * MINUTE_MS });
  let timesForgotten = 0;
  async function find(ownerId: string, photoId: string): Promise<Media | null> {
    const key = `${photoId}${ownerId}`;
    const cached = known.get(key);
    if (cached?.hasThumbnails) return cached;
    const asked = timesForgotten;
    const media = await select(db, ownerId, photoId);
    // What was read before the news of a change is not remembered after it.
    if (media && asked === timesForgotten) known.set(key, media);
    return media;
  }
  function forget(photoId: string) {
    timesForgotten++;
    if (photoId === '*') return known.clear();
    for (const key of known.keys()) if (key.startsWith(photoId)) known.delete(key);
  }
  return { find, forget };
}

async function select(db: Database, ownerId: string, photoId: string): Promise<Media | null> {
  const row = await db
    .selectFrom('photos')
    .select(['object_key', 'file_name', 'format', 'bytes', 'thumbnail_state'])
    .where('user_id', '=', ownerId)
    .where('id', '=', photoId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    objectKey: row.object_key,
    fileName: row.file_name,
    format: row.format as Media['format'],
    bytes: row.bytes,
    hasThumbnails: row.thumbnail_state === 'success',
  };
}
