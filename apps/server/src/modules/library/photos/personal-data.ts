import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import { removeFolder } from '../../../platform/objects/purge-objects.ts';
import { asStored, type DeclaredData, tableFile } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';
import { beginLibraryDeletion } from './delete-library.ts';
import type { Deps } from './deps.ts';
import { readPhotosCount } from './month-counts.ts';

export const TABLES: Tables = {
  photos: { customer: 'user_id', erasedBy: 'module' },
  photo_month_counts: { customer: 'user_id' },
  photo_deletions: { customer: 'user_id', erasedBy: 'module' },
  deleted_batches: { customer: 'user_id', erasedBy: 'module' },
  photo_removals: { customer: 'user_id', erasedBy: 'module' },
  recently_deleted_photos: { customer: 'user_id', erasedBy: 'module' },
  photo_uses: { customer: 'user_id', erasedBy: 'module' },
  deleted_photos: { customer: 'user_id', erasedBy: 'module' },
  date_changes: { customer: 'user_id' },
  last_date_changes: { customer: 'user_id' },
  library_photos: { view: 'photos as others read them' },
  named_photos: { view: 'photos by their names and cameras' },
  photo_search: { view: 'what photos are searched by' },
};

/** Folder of a customer's originals and thumbnails. */
const folderOf = (customerId: CustomerId) => `photos/${customerId}/`;
/** When to check again while the jobs that delete a library and its objects are running. */
const RETRY_MS = 5_000;

type DataDeps = Pick<Deps, 'db' | 'clock' | 'objects'>;

const photoRow = z.strictObject({
  id: z.uuid(),
  fileName: z.string(),
  format: z.string(),
  bytes: z.int(),
  sha256: z.hash('sha256').describe('Of the file, as the lists in the zips of photos have it'),
  width: z.int().nullable(),
  height: z.int().nullable(),
  taken: z.iso.datetime({ local: true }).nullable().describe('On the clock of the camera'),
  correctedTo: z
    .enum(['second', 'day', 'month', 'year'])
    .nullable()
    .describe('What is certain of `taken`, where you set it yourself'),
  recordedTaken: z.iso
    .datetime({ local: true })
    .nullable()
    .describe('What the file says, where you set `taken` yourself'),
  takenOffsetMinutes: z.int().nullable().describe('That clock before UTC, where the file says so'),
  writtenDate: z.string().nullable().describe('A date that the file has in words of its own'),
  added: z.iso.datetime(),
  camera: z.strictObject({
    make: z.string().nullable(),
    model: z.string().nullable(),
    lens: z.string().nullable(),
    focalLength: z.number().nullable().describe('In millimetres'),
    fNumber: z.number().nullable(),
    exposureTime: z.number().nullable().describe('In seconds'),
    iso: z.int().nullable(),
  }),
  isOrdered: z.boolean(),
  isFavourite: z.boolean(),
  caption: z.string().nullable(),
  turn: z.int().describe('By how many degrees clockwise it was turned'),
});

const PHOTO_SOURCES = {
  sha256: sql`encode(sha256, 'hex')`,
  taken: asStored('taken_at'),
  recordedTaken: asStored('recorded_taken_at'),
  added: 'created_at',
  camera: sql`json_build_object('make', camera_make, 'model', camera_model, 'lens', lens, 'focalLength', focal_length,
    'fNumber', f_number, 'exposureTime', exposure_time, 'iso', iso)`,
} as const;

const PHOTOS = tableFile({
  name: 'photos',
  table: 'photos',
  orderBy: ['id'],
  row: photoRow,
  from: PHOTO_SOURCES,
});

/** Those that the customer can have back; their files are not among the photos. */
const DELETED_PHOTOS = tableFile({
  name: 'recently-deleted-photos',
  table: 'recently_deleted_photos',
  orderBy: ['id'],
  row: photoRow,
  from: PHOTO_SOURCES,
});

/** The photos of a customer, their objects included. */
export function personalPhotos(deps: DataDeps): DeclaredData {
  const { db, clock, objects } = deps;
  return {
    area: 'photos',
    loses: { kind: 'photos', count: (customerId) => readPhotosCount(db, customerId) },
    /** The library's own jobs delete rows and objects in batches; what remains in the customer's folder are orphans. */
    async erase(customerId, { signal }) {
      const repeated = new Date(clock().getTime() + RETRY_MS);
      if (await hasPhotos(db, customerId, clock())) {
        await db
          .transaction()
          .execute((trx) =>
            beginLibraryDeletion(trx, customerId, clock(), { reason: 'customer', isFinal: true }),
          );
        return repeated;
      }
      if (await hasDeletedPhotos(db, customerId)) return repeated;
      return (await removeFolder(objects, folderOf(customerId), signal)) ? null : repeated;
    },
    files: [PHOTOS, DELETED_PHOTOS],
  };
}

/** Whether there are photos, some of which may have been deleted and can come back, or a deletion that has not ended. */
async function hasPhotos(db: Database, customerId: CustomerId, now: Date): Promise<boolean> {
  const { rows } = await sql<{
    any: boolean;
  }>`select exists (select from photos where user_id = ${customerId})
    or exists (select from photo_deletions where user_id = ${customerId})
    or exists (select from photo_removals where user_id = ${customerId}
      and (restorable_until > ${now}::timestamptz or restoring_since is not null)) as any`.execute(db);
  return rows[0]?.any === true;
}

async function hasDeletedPhotos(db: Database, customerId: CustomerId): Promise<boolean> {
  const { rows } = await sql<{
    any: boolean;
  }>`select exists (select from deleted_photos where user_id = ${customerId})
    or exists (select from deleted_batches where user_id = ${customerId})
    or exists (select from photo_removals where user_id = ${customerId}) as any`.execute(db);
  return rows[0]?.any === true;
}
