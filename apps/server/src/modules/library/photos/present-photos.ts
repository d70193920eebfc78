import type { Photo } from '@keepsake/contracts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { MediaSigner } from '../../../platform/signed-urls.ts';
import { type PhotoView, photoOfRow } from './photo-of-row.ts';
import { PHOTO_COLUMNS, type PhotoRow } from './photo-row.ts';

/** A photo to be shown: whose it is, and through which shared album it is seen, if through one. */
export type PhotoRef = { ownerId: string; photoId: string; view?: PhotoView };

/** Photos as the wire shows them, in the order asked for; null for one that is not there. */
export type PresentPhotos = (refs: readonly PhotoRef[]) => Promise<(Photo | null)[]>;

type Deps = { db: Database; signer: MediaSigner; clock: Clock };

/** Looks photos up, one query for each owner. */
export function createPresentPhotos({ db, signer, clock }: Deps): PresentPhotos {
  return async (refs) => {
    const now = clock();
    const rows = new Map<string, PhotoRow>();
    for (const ownerId of new Set(refs.map((ref) => ref.ownerId))) {
      const photoIds = refs.filter((ref) => ref.ownerId === ownerId).map(({ photoId }) => photoId);
      for (const row of await readPhotos(db, ownerId, photoIds)) rows.set(`${ownerId} ${row.id}`, row);
    }
    return refs.map(({ ownerId, photoId, view }) => {
      const row = rows.get(`${ownerId} ${photoId}`);
      return row ? photoOfRow(row, { ownerId, signer, now, view }) : null;
    });
  };
}

function readPhotos(db: Database, userId: string, photoIds: readonly string[]): Promise<PhotoRow[]> {
  return db
    .selectFrom('photos')
    .select(PHOTO_COLUMNS)
    .where('user_id', '=', userId)
    .where('id', 'in', [...photoIds])
    .execute();
}
