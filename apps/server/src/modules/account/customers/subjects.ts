import { sql } from 'kysely';
import type { Principal } from '../../../platform/auth.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import { folded } from '../../../platform/mail-address.ts';

type Caller = Pick<Principal, 'subjectId' | 'email'>;

/**
 * The customer whom a subject of the retailer's provider stands for: one known before whom an import linked to it, or who was
 * imported by the same verified address alone, and else the one of the subject's own id.
 */
export async function findCustomerId(db: Database, caller: Caller, now: Date): Promise<string> {
  const { subjectId, email } = caller;
  const { rows } = await sql<{ linked: string | null; isKnown: boolean }>`
    select (select customer_id from customer_subjects where subject_id = ${subjectId}::uuid) as linked,
      exists (select from customers where user_id = ${subjectId}::uuid) as "isKnown"`.execute(db);
  const [found] = rows;
  if (found?.linked) return found.linked;
  if (found?.isKnown || email === '') return subjectId;
  return (await takeUpAwaiting(db, caller, now)) ?? subjectId;
}

/** The first subject with the address of an imported customer is theirs; an address of several is nobody's. */
async function takeUpAwaiting(db: Database, { subjectId, email }: Caller, now: Date): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const awaiting = await trx
      .selectFrom('customers')
      .select('user_id')
      .where((eb) => eb(folded(eb.ref('email')), '=', folded(email)))
      .where('deleted_at', 'is', null)
      .where('awaits_subject', '=', true)
      .forUpdate()
      .execute();
    const [customer, ...others] = awaiting;
    if (!customer || others.length > 0) return findLinked(trx, subjectId);
    await linkSubject(trx, { subjectId, userId: customer.user_id, now });
    return customer.user_id;
  });
}

/** The customer whom a subject was linked to. */
export async function findLinked(db: Queryable, subjectId: string): Promise<string | null> {
  const row = await db
    .selectFrom('customer_subjects')
    .select('customer_id')
    .where('subject_id', '=', subjectId)
    .executeTakeFirst();
  return row?.customer_id ?? null;
}

/** From now on the subject's tokens name this customer. */
export async function linkSubject(
  trx: Queryable,
  { subjectId, userId, now }: { subjectId: string; userId: string; now: Date },
): Promise<void> {
  await trx
    .insertInto('customer_subjects')
    .values({ subject_id: subjectId, customer_id: userId, linked_at: now })
    .onConflict((conflict) => conflict.column('subject_id').doNothing())
    .execute();
  await trx.updateTable('customers').set({ awaits_subject: false }).where('user_id', '=', userId).execute();
}

/** The ids of the subjects that were linked to a customer. */
export async function findSubjects(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('customer_subjects')
    .select('subject_id')
    .where('customer_id', '=', userId)
    .execute();
  return rows.map(({ subject_id }) => subject_id);
}
