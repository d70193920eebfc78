import { MAX_PASSKEYS } from '@keepsake/contracts/account/passkeys';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids.ts';
import { lockForCounting } from '../../accounts/index.ts';

/** What an authenticator reports about a passkey, besides its name here. */
export type NewPasskey = {
  accountId: CustomerId;
  credentialId: Buffer;
  /** COSE. */
  publicKey: Buffer;
  counter: number;
  transports: readonly string[];
  name: string;
  isBackedUp: boolean;
};

/** Stores a passkey; `full` if the account has the maximum number, `known` if somebody already has this one. */
export async function insertPasskey(
  trx: Queryable,
  { accountId, ...passkey }: NewPasskey,
  now: Date,
): Promise<'added' | 'full' | 'known'> {
  // Two at the same moment are counted one after the other.
  await lockForCounting(trx, accountId);
  if ((await listPasskeys(trx, accountId)).length >= MAX_PASSKEYS) return 'full';
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('passkeys')
    .values({
      id: newId(),
      account_id: accountId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: [...passkey.transports],
      name: passkey.name,
      is_backed_up: passkey.isBackedUp,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n ? 'added' : 'known';
}

/** The passkeys of an account, oldest first. */
export function listPasskeys(db: Queryable, accountId: CustomerId) {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The passkey with this credential id; undefined if none. */
export function findByCredential(db: Queryable, credentialId: Buffer) {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

type Use = { counter: number; isBackedUp: boolean; now: Date };

/**
 * Records a use with a valid signature, unless the authenticator counts and its counter has not risen, or the passkey was removed
 * a moment ago.
 */
export async function noteUse(
  db: Queryable,
  id: string,
  { counter, isBackedUp, now }: Use,
): Promise<'noted' | 'counted-back' | 'removed'> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, is_backed_up: isBackedUp, last_used_at: now })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb(sql.val(counter), '=', 0)])]),
    )
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 1n) return 'noted';
  const stored = await db.selectFrom('passkeys').select('id').where('id', '=', id).executeTakeFirst();
  return stored ? 'counted-back' : 'removed';
}

/** False if the account has no such passkey. */
export async function renamePasskey(
  db: Queryable,
  accountId: CustomerId,
  { id, name }: { id: string; name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ name })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** False if the account has no such passkey. */
export async function deletePasskey(trx: Queryable, accountId: CustomerId, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('passkeys')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** For an account that somebody else may have controlled. */
export async function deletePasskeysOf(trx: Queryable, accountId: CustomerId): Promise<void> {
  await trx.deleteFrom('passkeys').where('account_id', '=', accountId).execute();
}
