import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Principal } from '../../../platform/auth.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import { folded } from '../../../platform/mail-address.ts';

type FinderDeps = { db: Database; clock: Clock };
type Caller = Pick<Principal, 'subjectId' | 'email'>;

/** Finds the customer of a caller, as `findCustomerId` does. */
export const createCustomerFinder = (deps: FinderDeps) => (caller: Caller) => findCustomerId(deps, caller);

/**
 * The customer of a subject at the retailer's provider: one known earlier whom an import linked to it, or one imported by the
 * same verified address alone, else the customer with the subject's own id.
 */
async function findCustomerId({ db, clock }: FinderDeps, caller: Caller): Promise<CustomerId> {
  const { subjectId, email } = caller;
  const { rows } = await sql<{ linked: CustomerId | null; isKnown: boolean }>`
    select (select customer_id from customer_subjects where subject_id = ${subjectId}::uuid) as linked,
      exists (select from customers where user_id = ${subjectId}::uuid) as "isKnown"`.execute(db);
  const [found] = rows;
  if (found?.linked) return found.linked;
  if (found?.isKnown || email === '') return subjectId;
  return (await linkImportedCustomer(db, caller, clock())) ?? subjectId;
}

/**
 * The first subject with an imported customer's address is linked to that customer; an address shared by several is linked to
 * none.
 */
async function linkImportedCustomer(
  db: Database,
  { subjectId, email }: Caller,
  now: Date,
): Promise<CustomerId | null> {
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
    await linkSubject(trx, { subjectId, customerId: customer.user_id, now });
    return customer.user_id;
  });
}

/** The customer linked to a subject. */
export async function findLinked(db: Queryable, subjectId: CustomerId): Promise<CustomerId | null> {
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
  { subjectId, customerId, now }: { subjectId: CustomerId; customerId: CustomerId; now: Date },
): Promise<void> {
  await trx
    .insertInto('customer_subjects')
    .values({ subject_id: subjectId, customer_id: customerId, linked_at: now })
    .onConflict((conflict) => conflict.column('subject_id').doNothing())
    .execute();
  await trx
    .updateTable('customers')
    .set({ awaits_subject: false })
    .where('user_id', '=', customerId)
    .execute();
}

/** The ids of the subjects linked to a customer. */
export async function findSubjects(db: Queryable, customerId: CustomerId): Promise<CustomerId[]> {
  const rows = await db
    .selectFrom('customer_subjects')
    .select('subject_id')
    .where('customer_id', '=', customerId)
    .execute();
  return rows.map(({ subject_id }) => subject_id);
}
