import { LRUCache } from 'lru-cache';
import type { Database } from '../../../platform/database/database.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import type { CanSeeShared } from '../photos/index.ts';
import { findOwner, holdsPhotos } from './find-access.ts';

/** Answers whether photos may be seen through shared albums, remembering each yes until its album changes. */
export function createAccessCache(db: Database): { canSee: CanSeeShared; forget(albumId: string): void } {
  const known = new LRUCache<string, true>({ max: 50_000, ttl: 10 * MINUTE_MS });
  let timesForgotten = 0;

  async function ask(...[view, ownerId, photoId]: Parameters<CanSeeShared>): Promise<boolean> {
    const albumOwnerId = await findOwner(db, view);
    if (albumOwnerId === null) return false;
    const album = { ownerId: albumOwnerId, albumId: view.albumId };
    return holdsPhotos(db, album, [{ ownerId, photoId }]);
  }
  return {
    async canSee(view, ownerId, photoId) {
      const key = `${view.albumId} ${view.viewerId} ${ownerId} ${photoId}`;
      if (known.has(key)) return true;
      const asked = timesForgotten;
      const isSeen = await ask(view, ownerId, photoId);
      // What was read before the news of a change is not remembered after it.
      if (isSeen && asked === timesForgotten) known.set(key, true);
      return isSeen;
    },
    forget(albumId) {
      timesForgotten++;
      if (albumId === '*') return known.clear();
      for (const key of known.keys()) if (key.startsWith(albumId)) known.delete(key);
    },
  };
}
