import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type Selectable, sql } from 'kysely';
import * as z from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import type { Photos } from '../../../platform/database/database-types.ts';
import { removeFolder } from '../../../platform/objects/purge-objects.ts';
import { dataFile, type PersonalData, readByPage } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';
import { beginLibraryDeletion } from './delete-library.ts';
import type { Deps } from './deps.ts';
import { readPhotosCount } from './month-counts.ts';

export const TABLES: Tables = {
  photos: { customer: 'user_id', erasedBy: 'module' },
  photo_month_counts: { customer: 'user_id', erasedBy: 'module' },
  photo_deletions: { customer: 'user_id', erasedBy: 'module' },
  deleted_batches: { customer: 'user_id', erasedBy: 'module' },
  photo_uses: { customer: 'user_id', erasedBy: 'module' },
  deleted_photos: { customer: 'user_id', erasedBy: 'module' },
  library_photos: { view: 'photos as others read them' },
};

/** Folder of a customer's originals and thumbnails. */
const folderOf = (customerId: CustomerId) => `photos/${customerId}/`;
/** When to check again while the jobs that delete a library and its objects are running. */
const RETRY_MS = 5_000;

type DataDeps = Pick<Deps, 'db' | 'clock' | 'objects'>;

/** The photos of a customer, their objects included. */
export function personalPhotos(deps: DataDeps): PersonalData {
  const { db, clock, objects } = deps;
  return {
    area: 'photos',
    async countLosses(customerId) {
      const count = await readPhotosCount(db, customerId);
      return count > 0 ? [{ kind: 'photos', count }] : [];
    },
    /** The library's own jobs delete rows and objects in batches; what remains in the customer's folder are orphans. */
    async erase(customerId, { signal }) {
      const repeated = new Date(clock().getTime() + RETRY_MS);
      if (await hasPhotos(db, customerId)) {
        await db.transaction().execute((trx) => beginLibraryDeletion(trx, customerId, clock(), 'customer'));
        return repeated;
      }
      if (
        (await hasDeletedPhotos(db, customerId)) ||
        !(await removeFolder(objects, folderOf(customerId), signal))
      )
        return repeated;
      await db.deleteFrom('photo_month_counts').where('user_id', '=', customerId).execute();
      return null;
    },
    files: [photosFile(db)],
  };
}

/** Whether there are photos, or a deletion that has not ended. */
async function hasPhotos(db: Database, customerId: CustomerId): Promise<boolean> {
  const { rows } = await sql<{
    any: boolean;
  }>`select exists (select from photos where user_id = ${customerId})
    or exists (select from photo_deletions where user_id = ${customerId}) as any`.execute(db);
  return rows[0]?.any === true;
}

async function hasDeletedPhotos(db: Database, customerId: CustomerId): Promise<boolean> {
  const { rows } = await sql<{
    any: boolean;
  }>`select exists (select from deleted_photos where user_id = ${customerId})
    or exists (select from deleted_batches where user_id = ${customerId}) as any`.execute(db);
  return rows[0]?.any === true;
}

const photoRow = z.strictObject({
  id: z.uuid(),
  fileName: z.string(),
  format: z.string(),
  bytes: z.int(),
  sha256: z.hash('sha256').describe('Of the file, as the lists in the zips of photos have it'),
  width: z.int().nullable(),
  height: z.int().nullable(),
  taken: z.iso.datetime({ local: true }).nullable().describe('On the clock of the camera'),
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
});

function photosFile(db: Database) {
  return dataFile({
    name: 'photos',
    row: photoRow,
    async *read(customerId) {
      const rows = readByPage<Selectable<Photos>>((after, limit) =>
        db
          .selectFrom('photos')
          .selectAll()
          .where('user_id', '=', customerId)
          .$if(after !== undefined, (query) => query.where('id', '>', after?.id ?? ''))
          .orderBy('id')
          .limit(limit)
          .execute(),
      );
      for await (const row of rows) yield dataOf(row);
    },
  });
}

function dataOf(row: Selectable<Photos>): z.input<typeof photoRow> {
  return {
    id: row.id,
    fileName: row.file_name,
    format: row.format,
    bytes: row.bytes,
    sha256: row.sha256.toString('hex'),
    width: row.width,
    height: row.height,
    taken: row.taken_at?.replace(' ', 'T') ?? null,
    takenOffsetMinutes: row.taken_offset_minutes,
    writtenDate: row.written_date,
    added: row.created_at.toISOString(),
    camera: {
      make: row.camera_make,
      model: row.camera_model,
      lens: row.lens,
      focalLength: row.focal_length,
      fNumber: row.f_number,
      exposureTime: row.exposure_time,
      iso: row.iso,
    },
    isOrdered: row.is_ordered,
  };
}
