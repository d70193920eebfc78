import { PHONE_TRANSFER_LIFETIME_MS } from '@keepsake/contracts/library/phone-transfers';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type Selectable, sql } from 'kysely';
import { HOUR_MS } from '../../../platform/clock.ts';
import { lockCount, type Queryable } from '../../../platform/database/database.ts';
import type { PhoneTransfers } from '../../../platform/database/database-types.ts';
import { wasRecent } from '../../../platform/recently.ts';
import type { TransferRef } from '../uploads/index.ts';

export type TransferRow = Selectable<PhoneTransfers>;
type NewTransfer = TransferRef & {
  hash: Buffer;
  albumId: string | null;
  sessionId: string | null;
  now: Date;
};

/** Codes that a customer may create in an hour. */
export const MAX_CODES_PER_HOUR = 30;
/** A code is renewed while it is in use, but ends this long after its creation. */
export const MAX_USE_MS = 12 * HOUR_MS;
/** Codes of a customer that are valid at a time: the newest. */
export const MAX_LIVE_CODES = 5;

const endOf = (now: Date) => new Date(now.getTime() + PHONE_TRANSFER_LIFETIME_MS);

/** Adds a code and ends the oldest of too many; undefined if the customer has created too many within an hour. */
export async function insertTransfer(trx: Queryable, transfer: NewTransfer): Promise<Date | undefined> {
  const { customerId, transferId, hash, albumId, sessionId, now } = transfer;
  await lockCount(trx, 'phone-transfers', customerId);
  const { rows } = await sql<{ expires_at: Date }>`
    insert into phone_transfers (user_id, id, token_hash, album_id, session_id, created_at, expires_at)
    select ${customerId}::uuid, ${transferId}::uuid, ${hash}, ${albumId}::uuid, ${sessionId}::text, ${now}::timestamptz, ${endOf(now)}::timestamptz
    where (select count(*) < ${MAX_CODES_PER_HOUR} from phone_transfers
      where user_id = ${customerId} and ${wasRecent('created_at', { now, ms: HOUR_MS })})
    returning expires_at`.execute(trx);
  if (rows[0]) await endOlder(trx, customerId, now);
  return rows[0]?.expires_at;
}

async function endOlder(trx: Queryable, customerId: CustomerId, now: Date): Promise<void> {
  await sql`update phone_transfers set ended_at = ${now}::timestamptz
    where user_id = ${customerId} and ended_at is null and id in (
      select id from phone_transfers where user_id = ${customerId} and ended_at is null and expires_at > ${now}::timestamptz
      order by created_at desc, id desc offset ${MAX_LIVE_CODES})`.execute(trx);
}

/** The code of a token, while it is valid. */
export async function findLive(
  db: Queryable,
  { customerId, hash, now }: { customerId: CustomerId; hash: Buffer; now: Date },
): Promise<TransferRow | undefined> {
  return db
    .selectFrom('phone_transfers')
    .selectAll()
    .where('user_id', '=', customerId)
    .where('token_hash', '=', hash)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** A customer's code, whether it is still valid or not. */
export async function findTransfer(
  db: Queryable,
  { customerId, transferId }: TransferRef,
): Promise<TransferRow | undefined> {
  return db
    .selectFrom('phone_transfers')
    .selectAll()
    .where('user_id', '=', customerId)
    .where('id', '=', transferId)
    .executeTakeFirst();
}

/**
 * Extends a valid code by a lifetime, up to MAX_USE_MS after its creation; undefined for an ended code. From then on it ends with
 * the given session.
 */
export async function renewTransfer(
  db: Queryable,
  { customerId, transferId, sessionId }: TransferRef & { sessionId: string | null },
  now: Date,
): Promise<Date | undefined> {
  const row = await db
    .updateTable('phone_transfers')
    .set({
      session_id: sessionId,
      expires_at: sql<Date>`least(${endOf(now)}::timestamptz, created_at + make_interval(secs => ${MAX_USE_MS / 1000}))`,
    })
    .where('user_id', '=', customerId)
    .where('id', '=', transferId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('expires_at')
    .executeTakeFirst();
  return row?.expires_at;
}

/** Records that a phone has opened the page. */
export async function markOpened(
  db: Queryable,
  { customerId, transferId }: TransferRef,
  now: Date,
): Promise<void> {
  await db
    .updateTable('phone_transfers')
    .set((eb) => ({ opened_at: eb.fn.coalesce('opened_at', eb.val(now)) }))
    .where('user_id', '=', customerId)
    .where('id', '=', transferId)
    .execute();
}

/** Ends a code; false if the customer has none with that id. */
export async function endTransfer(
  db: Queryable,
  { customerId, transferId }: TransferRef,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('phone_transfers')
    .set((eb) => ({ ended_at: eb.fn.coalesce('ended_at', eb.val(now)) }))
    .where('user_id', '=', customerId)
    .where('id', '=', transferId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends all codes of a customer, so that phones can send nothing more. */
export async function endTransfers(trx: Queryable, customerId: CustomerId, now: Date): Promise<void> {
  await trx
    .updateTable('phone_transfers')
    .set({ ended_at: now })
    .where('user_id', '=', customerId)
    .where('ended_at', 'is', null)
    .execute();
}
