import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Selectable } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { AccountClosings } from '../../../platform/database/database-types.ts';
import { type Recently, wasRecent } from '../../../platform/recently.ts';

/** A deletion awaiting confirmation, or the closed account that resulted from it. */
export type Closing = Selectable<AccountClosings>;

/** The stored fields of a pending request. */
export type WaitingClosing = Pick<Closing, 'user_id' | 'id' | 'requested_at' | 'sent_at' | 'expires_at'>;

export async function findClosing(db: Queryable, customerId: CustomerId): Promise<Closing | null> {
  const found = await db
    .selectFrom('account_closings')
    .selectAll()
    .where('user_id', '=', customerId)
    .executeTakeFirst();
  return found ?? null;
}

/** The deletion awaiting confirmation. */
export async function findPending(db: Queryable, customerId: CustomerId, now: Date): Promise<Closing | null> {
  const closing = await findClosing(db, customerId);
  return closing && closing.closed_at === null && closing.expires_at > now ? closing : null;
}

/**
 * Replaces the pending request: links of the earlier one become invalid. False for a closed account, and if the mail of the
 * pending request was sent recently, in which case this is the same request again.
 */
export async function replacePending(
  trx: Queryable,
  closing: WaitingClosing,
  recently: Recently,
): Promise<boolean> {
  const { user_id: _, ...details } = closing;
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('account_closings')
    .values(closing)
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet(details)
        .where('account_closings.closed_at', 'is', null)
        .where(({ not }) => not(wasRecent('account_closings.sent_at', recently))),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Records that the mail is sent again; null unless a request is pending whose mail was not sent recently. */
export async function markSentAgain(
  trx: Queryable,
  customerId: CustomerId,
  { recently, expiresAt }: { recently: Recently; expiresAt: Date },
): Promise<Closing | null> {
  const sent = await trx
    .updateTable('account_closings')
    .set({ sent_at: recently.now, expires_at: expiresAt })
    .where('user_id', '=', customerId)
    .where('closed_at', 'is', null)
    .where('expires_at', '>', recently.now)
    .where(({ not }) => not(wasRecent('sent_at', recently)))
    .returningAll()
    .executeTakeFirst();
  return sent ?? null;
}

/** False if none was pending. */
export async function deletePending(trx: Queryable, customerId: CustomerId): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('account_closings')
    .where('user_id', '=', customerId)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Turns a pending request into a closing; false if it is no longer pending. */
export async function markClosed(
  trx: Queryable,
  { customerId, closingId }: { customerId: CustomerId; closingId: string },
  { now, eraseAt }: { now: Date; eraseAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('account_closings')
    .set({ closed_at: now, erase_at: eraseAt })
    .where('user_id', '=', customerId)
    .where('id', '=', closingId)
    .where('closed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Ends the closing of an account that its customer keeps; false if there is none, or erasure has begun. */
export async function endClosing(trx: Queryable, customerId: CustomerId): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('account_closings')
    .where('user_id', '=', customerId)
    .where('closed_at', 'is not', null)
    .where('erasing_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}
