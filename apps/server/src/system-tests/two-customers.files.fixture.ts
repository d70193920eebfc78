import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Database } from '../platform/database/database.ts';
import { inAnHour, OWN_CONTENT, OWN_NAME, type Stores } from './two-customers.own.fixture.ts';

/** Has all originals of a customer checked. */
export async function addOriginalsCheck(db: Database, customerId: CustomerId): Promise<void> {
  const check = { started_at: new Date(0), ended_at: new Date(0), originals: 3, changed: 0 };
  await db
    .insertInto('original_checks')
    .values({ user_id: customerId, ...check })
    .execute();
}

/** Legacy uploads: a file still to be imported, and one that is no photo. */
export async function addLegacyUploads(
  db: Database,
  customerId: CustomerId,
): Promise<{ legacyUploadId: string }> {
  const legacyUploadId = randomUUID();
  const details = { user_id: customerId, file_name: `${OWN_NAME}.jpg`, bytes: 9, uploaded_at: new Date(0) };
  await db
    .insertInto('legacy_uploads')
    .values({ ...details, id: legacyUploadId, object_key: 'x' })
    .execute();
  await db
    .insertInto('legacy_uploads')
    .values({ ...details, id: randomUUID(), object_key: null, state: 'failed', fault: 'not-a-photo' })
    .execute();
  return { legacyUploadId };
}

/** An export that is ready. */
async function addExport(db: Database, customerId: CustomerId, photoId: string): Promise<string> {
  const [id, now] = [randomUUID(), new Date()];
  const details = {
    channel: 'pennyfern',
    locale: 'en-GB',
    reason: 'customer' as const,
    status: 'READY' as const,
  };
  await db
    .insertInto('photo_exports')
    .values({ user_id: customerId, id, ...details, created_at: now, updated_at: now })
    .execute();
  const entry = { photoId, path: `2024/05/${OWN_NAME}.jpg`, modifiedAt: '2024-05-01T10:00:00' };
  await db
    .insertInto('photo_export_chunks')
    .values({ user_id: customerId, export_id: id, iteration: 0, bytes: 9, entries: JSON.stringify([entry]) })
    .execute();
  return id;
}

/** The export, and an archive of all the customer's data. */
export async function addExports({ db, objects }: Stores, customerId: CustomerId, photoId: string) {
  const backupId = await addExport(db, customerId, photoId);
  const [archiveId, now] = [randomUUID(), new Date()];
  const details = {
    channel: 'pennyfern',
    locale: 'en-GB',
    export_id: backupId,
    status: 'READY' as const,
    files_total: 1,
  };
  await db
    .insertInto('my_data_archives')
    .values({ user_id: customerId, id: archiveId, ...details, created_at: now, updated_at: now })
    .execute();
  const object_key = `my-data/${customerId}/${archiveId}/${randomUUID()}`;
  await objects.putBytes(object_key, OWN_CONTENT);
  const file = {
    place: 0,
    name: 'README.txt',
    bytes: OWN_CONTENT.length,
    crc32: crc32(OWN_CONTENT),
    object_key,
  };
  await db
    .insertInto('my_data_files')
    .values({ user_id: customerId, archive_id: archiveId, ...file })
    .execute();
  return { backupId, archiveId };
}

/** A download that is ready. */
export async function addDownload(db: Database, customerId: CustomerId, photoId: string): Promise<string> {
  const [id, now] = [randomUUID(), new Date()];
  const photos = [{ photoId, ownerId: customerId, name: `${OWN_NAME}.jpg` }];
  const finished = { status: 'finished' as const, entries: '[]', bytes: 22, finished_at: now };
  const details = { name: OWN_NAME, photos: JSON.stringify(photos), created_at: now, expires_at: inAnHour() };
  await db
    .insertInto('downloads')
    .values({ user_id: customerId, id, ...details, ...finished })
    .execute();
  return id;
}
