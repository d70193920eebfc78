import type { Photo } from '@keepsake/contracts/library/photos';
import { TURNS } from '@keepsake/contracts/library/turns';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { LARGEST_THUMBNAIL, THUMBNAIL_SIZES } from '@keepsake/contracts/platform/limits';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { MediaSigner } from '../../../platform/signed-urls.ts';
import { fitBox } from './rules.ts';
import { PHOTO_COLUMNS, type PhotoRow } from './store.ts';

/** The shared album through which a photo is seen, and by whom. */
export type PhotoView = { viewerId: CustomerId; albumId: string };

/** A photo of any owner: in a shared album, photos belong to several customers. */
export type OwnedPhoto = { ownerId: CustomerId; photoId: string };

/** A photo to present, and the shared album through which it is seen, if any. */
type ViewedPhoto = OwnedPhoto & { view?: PhotoView };

/** Photos in their wire format, in the requested order; null for one that does not exist. */
export type PresentPhotos = (refs: readonly ViewedPhoto[]) => Promise<(Photo | null)[]>;

type PresentingDeps = { db: Database; signer: MediaSigner; clock: Clock };

/** Looks up photos, with one query per owner. */
export function createPresentPhotos({ db, signer, clock }: PresentingDeps): PresentPhotos {
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

function readPhotos(db: Database, customerId: CustomerId, photoIds: readonly string[]): Promise<PhotoRow[]> {
  return db
    .selectFrom('photos')
    .select(PHOTO_COLUMNS)
    .where('user_id', '=', customerId)
    .where('id', 'in', [...photoIds])
    .execute();
}

/** The owner of the rows, and how their addresses are signed now. */
export type WireContext = {
  ownerId: CustomerId;
  signer: MediaSigner;
  now: Date;
  view?: PhotoView;
  /** Whether it is shown among recently deleted ones, which have addresses of their own. */
  isDeleted?: boolean;
};

/** A row in its wire format, with signed addresses that stay the same for a day. */
export function photoOfRow(row: PhotoRow, { ownerId, signer, now, view, isDeleted }: WireContext): Photo {
  const area = isDeleted ? deletedArea(ownerId) : view ? sharedArea(view, ownerId) : ownerId;
  const address = signer.addressOf(area, row.id, now);
  const isReady = row.thumbnail_state === 'success';
  const revision = isReady ? revisionOf(row) : '';
  return {
    imageId: row.id,
    uploadId: row.upload_id,
    localFileName: row.file_name,
    url: `${address}/${isReady ? LARGEST_THUMBNAIL : 'original'}${revision}`,
    untouchedUrl: `${address}/original`,
    created: row.created_at.toISOString(),
    dateTaken: row.taken_at?.replace(' ', 'T'),
    dateTakenOffset: row.taken_offset_minutes ?? undefined,
    datePrecision: row.corrected_to === null || row.corrected_to === 'second' ? undefined : row.corrected_to,
    uploadEnd: row.upload_end.toISOString(),
    visibleWidth: row.width ?? undefined,
    visibleHeight: row.height ?? undefined,
    thumbnails: isReady ? thumbnailsOf(row, { address, revision }) : [],
    thumbnailState: row.thumbnail_state,
    failure: row.failure ?? undefined,
    thumbhash: (row.turned_thumbhash ?? row.thumbhash)?.toString('base64'),
    bytes: row.bytes,
    // What the owner orders, likes and writes is private.
    ...(!view && marksOf(row)),
    turn: turnOf(row),
    ownerId: view && ownerId,
  };
}

const marksOf = (row: PhotoRow): Pick<Photo, 'isOrdered' | 'isFavourite' | 'caption'> => ({
  isOrdered: row.is_ordered || undefined,
  isFavourite: row.is_favourite || undefined,
  caption: row.caption ?? undefined,
});

/** Path of photos seen through a shared album: each viewer has addresses of their own. */
export function sharedArea({ viewerId, albumId }: PhotoView, ownerId: CustomerId): string {
  return `shared/${viewerId}/${albumId}/${ownerId}`;
}

/** Path of recently deleted photos: other addresses of theirs open nothing. */
export const deletedArea = (ownerId: CustomerId): string => `deleted/${ownerId}`;

/** Changes with the picture, so that what browsers keep of one made earlier is not shown for it. */
function revisionOf({ made_by, turned_key }: PhotoRow): string {
  const parts = [made_by, turned_key?.slice(-UNIQUE_END)].filter(
    (part) => part !== null && part !== undefined,
  );
  return parts.length > 0 ? `?r=${parts.join('-')}` : '';
}

/** Characters at the end of a key in which two of the same photo differ. */
const UNIQUE_END = 12;

const turnOf = ({ shown_turn }: PhotoRow) => TURNS.find((degrees) => degrees === shown_turn);

type Address = { address: string; revision: string };

function thumbnailsOf({ width, height }: PhotoRow, { address, revision }: Address): Photo['thumbnails'] {
  return THUMBNAIL_SIZES.map((size) => ({
    id: size,
    url: `${address}/${size}${revision}`,
    ...fitBox(width ?? 0, height ?? 0, size),
  }));
}
