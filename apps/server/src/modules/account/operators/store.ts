import type { Locale } from '@keepsake/contracts/frame/configuration';
import { type Selectable, sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Operators } from '../../../platform/database/database-types.ts';
import { folded } from '../../../platform/mail-address.ts';
import { toLocale } from '../pages/index.ts';

export type Operator = {
  id: string;
  email: string;
  name: string;
  locale: Locale;
  /** Null until the invitation is accepted. */
  passwordHash: string | null;
  /** The secret behind the codes, wrapped; null until it is set up. */
  factorSecret: string | null;
};

type NewOperator = Pick<Operator, 'id' | 'email' | 'name' | 'locale'> & { now: Date };

/** Adds an operator; false if the address, in any spelling, already has one. */
export async function insertOperator(
  db: Queryable,
  { id, email, name, locale, now }: NewOperator,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('operators')
    .values({ id, email, name, locale, created_at: now })
    .onConflict((conflict) => conflict.expression(folded(sql.ref('email'))).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findOperator(db: Queryable, id: string): Promise<Operator | null> {
  const row = await db.selectFrom('operators').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toOperator(row) : null;
}

export async function findOperatorByEmail(db: Queryable, email: string): Promise<Operator | null> {
  const row = await db
    .selectFrom('operators')
    .selectAll()
    .where(folded(sql.ref('email')), '=', folded(email))
    .executeTakeFirst();
  return row ? toOperator(row) : null;
}

/** All operators, by address. */
export async function listOperators(db: Queryable): Promise<Operator[]> {
  const rows = await db
    .selectFrom('operators')
    .selectAll()
    .orderBy(folded(sql.ref('email')))
    .execute();
  return rows.map(toOperator);
}

/** Deletes an operator with all sessions. */
export async function deleteOperator(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('operators').where('id', '=', id).execute();
}

export async function setPassword(trx: Queryable, id: string, passwordHash: string): Promise<void> {
  await trx.updateTable('operators').set({ password_hash: passwordHash }).where('id', '=', id).execute();
}

type Factor = { secret: string; step: number; now: Date };

/** Sets up a second factor, with the time step of the code that proved it; false if there is one by now. */
export async function addFactor(trx: Queryable, id: string, { secret, step, now }: Factor): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('operators')
    .set({ factor_secret: secret, factor_added_at: now, factor_last_step: step })
    .where('id', '=', id)
    .where('factor_secret', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Uses up the code of a time step; false if it, or a later one, was used already. */
export async function useFactorStep(trx: Queryable, id: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('operators')
    .set({ factor_last_step: step })
    .where('id', '=', id)
    .where('factor_secret', 'is not', null)
    .where('factor_last_step', '<', step)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Removes the second factor: the next sign-in sets up another. */
export async function removeFactor(trx: Queryable, id: string): Promise<void> {
  await trx
    .updateTable('operators')
    .set({ factor_secret: null, factor_added_at: null, factor_last_step: null })
    .where('id', '=', id)
    .execute();
}

function toOperator(row: Selectable<Operators>): Operator {
  const { id, email, name, locale, password_hash: passwordHash, factor_secret: factorSecret } = row;
  return { id, email, name, locale: toLocale(locale), passwordHash, factorSecret };
}
