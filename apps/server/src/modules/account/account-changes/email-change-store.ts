import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type Selectable, sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { EmailChanges } from '../../../platform/database/database-types.ts';
import { type Recently, wasRecent } from '../../../platform/recently.ts';

export type EmailChange = Selectable<EmailChanges>;

/** The change awaiting confirmation. */
export async function findPendingChange(
  db: Queryable,
  accountId: CustomerId,
  now: Date,
): Promise<EmailChange | null> {
  const found = await db
    .selectFrom('email_changes')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return found ?? null;
}

/** Until when the latest confirmed change of an account can be undone; null if there is none. */
export async function findUndoEnd(db: Queryable, accountId: CustomerId, now: Date): Promise<Date | null> {
  const found = await db
    .selectFrom('email_changes')
    .select(({ fn }) => fn.max('expires_at').as('end'))
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .where('undone_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return found?.end ?? null;
}

/** The addresses in the changes of an account. */
export async function findChangedAddresses(db: Queryable, accountId: CustomerId): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select distinct address from email_changes, unnest(array[old_email, new_email]) as changed (address)
    where account_id = ${accountId}`.execute(db);
  return rows.map(({ address }) => address);
}

type NewChange = Pick<
  EmailChange,
  'id' | 'account_id' | 'old_email' | 'new_email' | 'sent_at' | 'expires_at'
>;

/**
 * Replaces the pending change: links of the earlier one become invalid. False if a change to the same address is pending whose
 * mail was sent recently, in which case this is the same change again.
 */
export async function replacePendingChange(
  trx: Queryable,
  change: NewChange,
  recently: Recently,
): Promise<boolean> {
  const { account_id: _, ...details } = change;
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('email_changes')
    .values(change)
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .where('confirmed_at', 'is', null)
        .doUpdateSet(details)
        .where(({ eb, not, or }) =>
          or([
            eb('email_changes.new_email', '<>', change.new_email),
            not(wasRecent('email_changes.sent_at', recently)),
          ]),
        ),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Records that the mail of the pending change is sent again; null if it was sent recently. */
export async function markSentAgain(
  trx: Queryable,
  accountId: CustomerId,
  { recently, expiresAt }: { recently: Recently; expiresAt: Date },
): Promise<EmailChange | null> {
  const sent = await trx
    .updateTable('email_changes')
    .set({ sent_at: recently.now, expires_at: expiresAt })
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', recently.now)
    .where(({ not }) => not(wasRecent('sent_at', recently)))
    .returningAll()
    .executeTakeFirst();
  return sent ?? null;
}

/** False if none was pending. */
export async function deletePendingChange(trx: Queryable, accountId: CustomerId): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('email_changes')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function findChange(db: Queryable, id: string): Promise<EmailChange | null> {
  const found = await db.selectFrom('email_changes').selectAll().where('id', '=', id).executeTakeFirst();
  return found ?? null;
}

export async function markConfirmed(trx: Queryable, id: string, now: Date, undoUntil: Date): Promise<void> {
  await trx
    .updateTable('email_changes')
    .set({ confirmed_at: now, expires_at: undoUntil })
    .where('id', '=', id)
    .execute();
}

/** Closes a change and those since then: who made them must not get the account back by undoing one of them. */
export async function markUndone(trx: Queryable, change: EmailChange, now: Date): Promise<void> {
  await deletePendingChange(trx, change.account_id);
  await trx
    .updateTable('email_changes')
    .set({ undone_at: now })
    .where('account_id', '=', change.account_id)
    .where('confirmed_at', '>=', change.confirmed_at)
    .execute();
}
