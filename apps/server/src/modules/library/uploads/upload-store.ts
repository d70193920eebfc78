import { sql } from 'kysely';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import { EXPIRES_AFTER_MS, MAX_OPEN_BYTES, MAX_OPEN_UPLOADS } from './limits.ts';
import { type Contents, UPLOAD_COLUMNS, type UploadRef, type UploadRow } from './upload.ts';

type NewUpload = UploadRef & {
  /** The phone's code; none for the customer's own browser. */
  transferId?: string | null;
  fileName: string;
  bytes: number;
  now: Date;
  /** The creating request may go on to send bytes: a lease of `seconds` and the key of the object they become. */
  lock: { token: string; seconds: number; objectKey: string } | null;
  /** Waits for the disk: of what no client sends again the object is found by this row alone. */
  isDurable?: boolean;
};

/**
 * Progress of an upload need not wait for the disk: after a power cut the client sends again what the database forgot.
 * What counts, the photo's own transaction, writes through and takes all before it along.
 */
const relaxed = written('off');

function written(synchronousCommit: 'on' | 'off') {
  return sql`written as (select set_config('synchronous_commit', ${sql.lit(synchronousCommit)}, true))`;
}

const COLUMNS = sql.join(UPLOAD_COLUMNS.map((column) => sql.ref(column)));

/** Adds an upload, or answers undefined when the customer has too many open already. */
export async function insertUpload(db: Database, upload: NewUpload): Promise<UploadRow | undefined> {
  const { userId, uploadId, transferId = null, fileName, bytes, now, lock } = upload;
  const expiresAt = new Date(now.getTime() + EXPIRES_AFTER_MS);
  const { rows } = await sql<UploadRow>`with ${upload.isDurable ? written('on') : relaxed}
    insert into uploads (user_id, id, file_name, bytes, created_at, expires_at, lock_token, lock_until, issued_keys,
      transfer_id)
    select ${userId}::uuid, ${uploadId}::uuid, ${fileName}::text, ${bytes}::bigint, ${now}::timestamptz,
      ${expiresAt}::timestamptz, ${lock?.token ?? null}::uuid, now() + make_interval(secs => ${lock?.seconds ?? 0}),
      ${lock ? [lock.objectKey] : []}::text[], ${transferId}::uuid
    from written where (
      select count(*) < ${MAX_OPEN_UPLOADS} and coalesce(sum(bytes), 0) + ${bytes} <= ${MAX_OPEN_BYTES}::bigint
      from uploads where user_id = ${userId} and state = 'open')
    returning ${COLUMNS}`.execute(db);
  return rows[0];
}

export async function findUpload(db: Queryable, { userId, uploadId }: UploadRef) {
  return db
    .selectFrom('uploads')
    .select(UPLOAD_COLUMNS)
    .where('user_id', '=', userId)
    .where('id', '=', uploadId)
    .executeTakeFirst();
}

type Lease = UploadRef & { token: string; seconds: number };

/** Takes the lock of an open upload that nobody holds, and reads the upload; undefined otherwise. */
export async function takeLock(
  db: Database,
  { userId, uploadId, token, seconds }: Lease,
  objectKey: string | null,
): Promise<UploadRow | undefined> {
  const { rows } = await sql<UploadRow>`with ${relaxed}
    update uploads set lock_token = ${token}, lock_until = now() + make_interval(secs => ${seconds}),
      is_lock_wanted = false, issued_keys = issued_keys || ${objectKey ? [objectKey] : []}::text[]
    from written
    where user_id = ${userId} and id = ${uploadId} and state = 'open' and (lock_until is null or lock_until <= now())
    returning ${COLUMNS}`.execute(db);
  return rows[0];
}

/** Prolongs a lease; says whether somebody waits for it, or undefined when it was lost. */
export async function renewLock(
  db: Database,
  { userId, uploadId, token, seconds }: Lease,
): Promise<{ isWanted: boolean } | undefined> {
  const row = await db
    .updateTable('uploads')
    .set({ lock_until: sql`now() + make_interval(secs => ${seconds})` })
    .where('user_id', '=', userId)
    .where('id', '=', uploadId)
    .where('lock_token', '=', token)
    .returning('is_lock_wanted')
    .executeTakeFirst();
  return row && { isWanted: row.is_lock_wanted };
}

/** Lets the holder on another node know that somebody waits. */
export async function wantLock(db: Database, { userId, uploadId }: UploadRef): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ is_lock_wanted: true })
    .where('user_id', '=', userId)
    .where('id', '=', uploadId)
    .where('is_lock_wanted', '=', false)
    .execute();
}

type Held = UploadRef & { token: string };

export async function releaseLock(db: Database, { userId, uploadId, token }: Held): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ lock_token: null, lock_until: null })
    .where('user_id', '=', userId)
    .where('id', '=', uploadId)
    .where('lock_token', '=', token)
    .execute();
}

/** Records that a key is about to be written, so that it is found again whatever happens. */
export async function issueKey(
  db: Database,
  { userId, uploadId, token }: Held,
  key: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ issued_keys: sql`issued_keys || ${[key]}::text[]` })
    .where('user_id', '=', userId)
    .where('id', '=', uploadId)
    .where('lock_token', '=', token)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

type Piece = { key: string; bytes: number; contents: Contents | null; now: Date };

/** Counts a durable piece and gives the lock back; undefined when the lock was lost meanwhile. */
export async function addPiece(db: Database, { userId, uploadId, token }: Held, piece: Piece) {
  const { key, bytes, contents, now } = piece;
  const { rows } = await sql<UploadRow>`with ${relaxed}
    update uploads set received = received + ${bytes}, pieces = pieces || ${[key]}::text[],
      contents = ${contents && JSON.stringify(contents)}::jsonb, lock_token = null, lock_until = null,
      expires_at = ${new Date(now.getTime() + EXPIRES_AFTER_MS)}::timestamptz
    from written
    where user_id = ${userId} and id = ${uploadId} and lock_token = ${token}
    returning ${COLUMNS}`.execute(db);
  return rows[0];
}

type Saved = {
  state: 'saved';
  photoId: string;
  isDuplicate: boolean;
  /** The key that a photo owns from now on, and those that it owned until now. */
  ownedKey: string | null;
  replacedKeys: string[];
};
type Closing = (Saved | { state: 'refused' | 'terminated' }) & { now: Date };

/** Closes an upload; what it leaves in `issued_keys` is to be removed. Undefined when the lock was lost meanwhile. */
export async function closeUpload(db: Queryable, { userId, uploadId, token }: Held, closing: Closing) {
  const isSaved = closing.state === 'saved';
  return db
    .updateTable('uploads')
    .set({
      state: closing.state,
      photo_id: isSaved ? closing.photoId : null,
      is_duplicate: isSaved && closing.isDuplicate,
      issued_keys: sql`array_remove(issued_keys, ${isSaved ? closing.ownedKey : null}::text)
        || ${isSaved ? closing.replacedKeys : []}::text[]`,
      pieces: [],
      lock_token: null,
      lock_until: null,
      closed_at: closing.now,
    })
    .where('user_id', '=', userId)
    .where('id', '=', uploadId)
    .where('lock_token', '=', token)
    .returning('issued_keys')
    .executeTakeFirst();
}

/** Forgets keys whose objects are removed. */
export async function forgetKeys(db: Queryable, { userId, uploadId }: UploadRef): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ issued_keys: [] })
    .where('user_id', '=', userId)
    .where('id', '=', uploadId)
    .where('state', '<>', 'open')
    .execute();
}
