import { randomBytes } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import * as z from 'zod';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { Uploads } from '../../../platform/database/database-types.ts';
import { parseStoredColumn } from '../../../platform/stored-json.ts';
import type { Inspection } from './inspect-file.ts';
import { EXPIRES_AFTER_MS, MAX_OPEN_BYTES, MAX_OPEN_UPLOADS } from './rules.ts';

/** Every statement names the customer: an upload of another customer does not exist. */
export type UploadRef = { customerId: CustomerId; uploadId: string };

/** Who sends files: the customer's own browser, or a phone with a code, which can access only what it sent itself. */
export type Sender = { customerId: CustomerId; transferId: string | null };

export type UploadRow = Selectable<Uploads>;

/** The row's columns by name, as prepared statements need them. */
export const UPLOAD_COLUMNS = [
  'user_id',
  'id',
  'file_name',
  'bytes',
  'received',
  'pieces',
  'issued_keys',
  'contents',
  'state',
  'photo_id',
  'is_duplicate',
  'is_restored',
  'lock_token',
  'lock_until',
  'is_lock_wanted',
  'created_at',
  'expires_at',
  'closed_at',
  'transfer_id',
  'is_repair',
] as const satisfies readonly (keyof UploadRow)[];

/** What is known about a whole file. */
export type Contents = Inspection & { sha256: string; crc32: number };

const storedContents: z.ZodType<Contents> = z.object({
  format: z.enum(['jpeg', 'png', 'heic']).nullable(),
  hasTooManyPixels: z.literal(true).exactOptional(),
  takenAt: z.string().nullable(),
  takenOffsetMinutes: z.number().nullable(),
  sha256: z.string(),
  crc32: z.number(),
});

export function refOf(upload: UploadRow): UploadRef {
  return { customerId: upload.user_id, uploadId: upload.id };
}

export function contentsOf({ id, contents }: UploadRow): Contents | null {
  return parseStoredColumn(storedContents.nullable(), contents, `upload ${id}`);
}

/** An unguessable key, never used twice. A file that arrives in one part stays under it as the photo's original. */
export function newObjectKey({ customerId, uploadId }: UploadRef): string {
  return `photos/${customerId}/${uploadId}-${randomBytes(12).toString('hex')}`;
}

type NewUpload = UploadRef & {
  /** The phone's code; absent for the customer's browser. */
  transferId?: string | null;
  fileName: string;
  bytes: number;
  now: Date;
  /** For a request that sends bytes at once: its lease of `seconds`, and the key of the object they become. */
  lease: { token: string; seconds: number; objectKey: string } | null;
};

/** How an upload is opened: whether it repairs a photo, and within which share of the limits for open uploads. */
export type Opening = { isRepair: boolean; share: number };

const COLUMNS = sql.join(UPLOAD_COLUMNS.map((column) => sql.ref(column)));

/**
 * Adds an upload; undefined if the customer has too many open. Like every change of it, durable before it is answered: any key
 * written later is recorded here, and an upload known to a client exists.
 */
export async function insertUpload(
  db: Queryable,
  upload: NewUpload,
  { isRepair, share }: Opening = { isRepair: false, share: 1 },
): Promise<UploadRow | undefined> {
  const { customerId, uploadId, transferId = null, fileName, bytes, now, lease } = upload;
  const mostBytes = Math.floor(MAX_OPEN_BYTES * share);
  const expiresAt = new Date(now.getTime() + EXPIRES_AFTER_MS);
  const { rows } = await sql<UploadRow>`
    insert into uploads (user_id, id, file_name, bytes, created_at, expires_at, lock_token, lock_until, issued_keys,
      transfer_id, is_repair)
    select ${customerId}::uuid, ${uploadId}::uuid, ${fileName}::text, ${bytes}::bigint, ${now}::timestamptz,
      ${expiresAt}::timestamptz, ${lease?.token ?? null}::uuid, now() + make_interval(secs => ${lease?.seconds ?? 0}),
      ${lease ? [lease.objectKey] : []}::text[], ${transferId}::uuid,
      ${isRepair}::boolean
    where (
      select count(*) < ${MAX_OPEN_UPLOADS * share} and coalesce(sum(bytes), 0) + ${bytes} <= ${mostBytes}::bigint
      from uploads where user_id = ${customerId} and state = 'open')
    returning ${COLUMNS}`.execute(db);
  return rows[0];
}

export async function findUpload(db: Queryable, { customerId, uploadId }: UploadRef) {
  return db
    .selectFrom('uploads')
    .select(UPLOAD_COLUMNS)
    .where('user_id', '=', customerId)
    .where('id', '=', uploadId)
    .executeTakeFirst();
}

/** The right to change an upload: every write names the token. */
export type LeaseRef = UploadRef & { token: string };
type Term = LeaseRef & { seconds: number };

/** Takes the lease of an open upload unless somebody holds it, and reads the upload; undefined otherwise. */
export async function takeLease(
  db: Database,
  { customerId, uploadId, token, seconds }: Term,
  objectKey: string | null,
): Promise<UploadRow | undefined> {
  const { rows } = await sql<UploadRow>`
    update uploads set lock_token = ${token}, lock_until = now() + make_interval(secs => ${seconds}),
      is_lock_wanted = false, issued_keys = issued_keys || ${objectKey ? [objectKey] : []}::text[]
    where user_id = ${customerId} and id = ${uploadId} and state = 'open' and (lock_until is null or lock_until <= now())
    returning ${COLUMNS}`.execute(db);
  return rows[0];
}

/** Extends a lease; `isWanted` if somebody waits for it, undefined if it was lost. */
export async function renewLease(
  db: Database,
  { customerId, uploadId, token, seconds }: Term,
): Promise<{ isWanted: boolean } | undefined> {
  const row = await db
    .updateTable('uploads')
    .set({ lock_until: sql`now() + make_interval(secs => ${seconds})` })
    .where('user_id', '=', customerId)
    .where('id', '=', uploadId)
    .where('lock_token', '=', token)
    .returning('is_lock_wanted')
    .executeTakeFirst();
  return row && { isWanted: row.is_lock_wanted };
}

/** Lets the holder, possibly on another node, know that somebody waits. */
export async function requestLease(db: Database, { customerId, uploadId }: UploadRef): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ is_lock_wanted: true })
    .where('user_id', '=', customerId)
    .where('id', '=', uploadId)
    .where('is_lock_wanted', '=', false)
    .execute();
}

export async function releaseLease(db: Database, { customerId, uploadId, token }: LeaseRef): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ lock_token: null, lock_until: null })
    .where('user_id', '=', customerId)
    .where('id', '=', uploadId)
    .where('lock_token', '=', token)
    .execute();
}

/** Records a key that is about to be written, so that it is found again whatever happens. */
export async function issueKey(
  db: Database,
  { customerId, uploadId, token }: LeaseRef,
  key: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ issued_keys: sql`issued_keys || ${[key]}::text[]` })
    .where('user_id', '=', customerId)
    .where('id', '=', uploadId)
    .where('lock_token', '=', token)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

type Part = { key: string; bytes: number; contents: Contents | null; now: Date };

/** Adds a durable part and releases the lease; undefined if the lease was lost. */
export async function addPart(db: Database, { customerId, uploadId, token }: LeaseRef, part: Part) {
  const { key, bytes, contents, now } = part;
  const { rows } = await sql<UploadRow>`
    update uploads set received = received + ${bytes}, pieces = pieces || ${[key]}::text[],
      contents = ${contents && JSON.stringify(contents)}::jsonb, lock_token = null, lock_until = null,
      expires_at = ${new Date(now.getTime() + EXPIRES_AFTER_MS)}::timestamptz
    where user_id = ${customerId} and id = ${uploadId} and lock_token = ${token}
    returning ${COLUMNS}`.execute(db);
  return rows[0];
}

/** A value, or SQL that yields it. */
type InSql<Value> = Value | RawBuilder<unknown>;
type Saved = {
  state: 'saved';
  photoId: InSql<string>;
  isDuplicate: boolean;
  isRestored: boolean;
  /** The key that belongs to the photo from now on, and those that did until now. */
  ownedKey: InSql<string> | null;
  replacedKeys: string[];
};
/** A refusal keeps what was found, so that it is repeated with the same reason. */
type Refused = { state: 'refused'; contents: Contents | null };
type Closing = (Saved | Refused | { state: 'terminated' }) & { now: InSql<Date> };

/** Closes an upload; the keys left in `issued_keys` must be removed. Undefined if the lease was lost. */
export async function closeUpload(
  db: Queryable,
  { customerId, uploadId, token }: LeaseRef,
  closing: Closing,
) {
  const { rows } = await sql<{ issued_keys: string[] }>`update uploads set ${closingSql(closing)}
    where user_id = ${customerId} and id = ${uploadId} and lock_token = ${token}
    returning issued_keys`.execute(db);
  return rows[0];
}

function closingSql(closing: Closing): RawBuilder<unknown> {
  const isSaved = closing.state === 'saved';
  const found = closing.state === 'refused' && closing.contents;
  return sql`state = ${closing.state}, contents = coalesce(${found ? JSON.stringify(found) : null}::jsonb, contents), photo_id = ${isSaved ? closing.photoId : null}::uuid,
    is_duplicate = ${isSaved && closing.isDuplicate}::boolean, is_restored = ${isSaved && closing.isRestored}::boolean,
    issued_keys = array_remove(issued_keys, ${isSaved ? closing.ownedKey : null}::text)
      || ${isSaved ? closing.replacedKeys : []}::text[],
    pieces = '{}', lock_token = null, lock_until = null, closed_at = ${closing.now}::timestamptz`;
}

/** Single-part uploads that are saved together: their ids and the keys of their parts, as they were read. */
type Together = { customerId: CustomerId; uploadIds: readonly string[]; keys: readonly string[] };

/** Locks those that nobody is working on and that have not changed since they were read. */
export function lockIdleSql({ customerId, uploadIds, keys }: Together): RawBuilder<unknown> {
  return sql`select id as upload_id from uploads where user_id = ${customerId}::uuid and id = any(${uploadIds}::uuid[])
    and state = 'open' and cardinality(pieces) = 1 and pieces[1] = any(${keys}::text[])
    and (lock_until is null or lock_until <= now()) order by id for update`;
}

/** Closes locked uploads, as part of a statement that inserts their photos; `result` are the remaining keys. */
export function closeInsertedSql({ customerId, uploadIds }: Together) {
  const inserted = (column: string) => sql.ref(`inserted.${column}`);
  const keys = { ownedKey: sql`pieces[1]`, replacedKeys: [], now: inserted('created_at') };
  const closing = {
    state: 'saved' as const,
    photoId: inserted('id'),
    isDuplicate: false,
    isRestored: false,
    ...keys,
  };
  return sql<{ upload_id: string; result: string[] }>`update uploads set ${closingSql(closing)} from inserted
    where uploads.user_id = ${customerId}::uuid and uploads.id = any(${uploadIds}::uuid[]) and uploads.id = inserted.upload_id
    returning uploads.id as upload_id, issued_keys as result`;
}

/** Clears the keys of removed objects. */
export async function forgetKeys(db: Queryable, { customerId, uploadId }: UploadRef): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ issued_keys: [] })
    .where('user_id', '=', customerId)
    .where('id', '=', uploadId)
    .where('state', '<>', 'open')
    .execute();
}
