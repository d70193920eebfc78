import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';

export type Kind = 'project' | 'order';
export type NeededRef = { customerId: CustomerId; kind: Kind; reference: string };

/** The stored day on which something is needed. */
export type NeededRow = {
  reference: string;
  date: string;
  occasion: string | null;
  changedAt: Date;
  notified: string | null;
  notifiedAt: Date | null;
};

const COLUMNS = sql`reference, needed_on as date, occasion, changed_at as "changedAt", told as notified,
  told_at as "notifiedAt"`;

/** The dates of some of a customer's projects or orders, or of all by default. */
export async function readDates(
  db: Queryable,
  {
    customerId,
    kind,
    references = null,
  }: { customerId: CustomerId; kind: Kind; references?: readonly string[] | null },
): Promise<NeededRow[]> {
  const { rows } = await sql<NeededRow>`select ${COLUMNS} from needed_dates
    where user_id = ${customerId} and kind = ${kind}
      ${references ? sql`and reference = any(${references}::text[])` : sql``}`.execute(db);
  return rows;
}

export async function lockDate(trx: Queryable, ref: NeededRef): Promise<NeededRow | null> {
  const { rows } = await sql<NeededRow>`select ${COLUMNS} from needed_dates
    where user_id = ${ref.customerId} and kind = ${ref.kind} and reference = ${ref.reference} for update`.execute(
    trx,
  );
  return rows[0] ?? null;
}

type Saved = { date: string; occasion: string | null; notified: string | null };

/** Stores a date, replacing the previous one; a later change has a later time, which serves as its version. */
export async function saveDate(
  trx: Queryable,
  { customerId, kind, reference }: NeededRef,
  { date, occasion, notified, now }: Saved & { now: Date },
): Promise<void> {
  await sql`insert into needed_dates as stored (user_id, kind, reference, needed_on, occasion, changed_at, told)
    values (${customerId}, ${kind}, ${reference}, ${date}, ${occasion}, ${now}, ${notified})
    on conflict (user_id, kind, reference) do update set needed_on = excluded.needed_on,
      occasion = excluded.occasion, told = excluded.told, told_at = null,
      changed_at = greatest(excluded.changed_at, stored.changed_at + interval '1 millisecond')`.execute(trx);
}

export async function removeDate(trx: Queryable, { customerId, kind, reference }: NeededRef): Promise<void> {
  await trx
    .deleteFrom('needed_dates')
    .where('user_id', '=', customerId)
    .where('kind', '=', kind)
    .where('reference', '=', reference)
    .execute();
}

/** Makes a project's date that of the resulting order, unless the order has one. */
export async function carryDate(
  trx: Queryable,
  { customerId, projectId, orderCode }: { customerId: CustomerId; projectId: string; orderCode: string },
): Promise<void> {
  await sql`insert into needed_dates (user_id, kind, reference, needed_on, occasion, changed_at)
    select user_id, 'order', ${orderCode}, needed_on, occasion, changed_at from needed_dates
    where user_id = ${customerId} and kind = 'project' and reference = ${projectId}
    on conflict do nothing`.execute(trx);
}

/** Records what a customer was notified of about a date, and when, if by mail. */
export async function setNotified(
  trx: Queryable,
  { customerId, kind, reference }: NeededRef,
  { notified, notifiedAt }: Pick<NeededRow, 'notified' | 'notifiedAt'>,
): Promise<void> {
  await trx
    .updateTable('needed_dates')
    .set({ told: notified, told_at: notifiedAt })
    .where('user_id', '=', customerId)
    .where('kind', '=', kind)
    .where('reference', '=', reference)
    .execute();
}

export type OpenCursor = { date: string; customerId: CustomerId; kind: Kind; reference: string };

/** The next dates that have not passed, by day. */
export async function readOpen(
  db: Queryable,
  { since, after, limit }: { since: string; after: OpenCursor | null; limit: number },
): Promise<(NeededRow & NeededRef)[]> {
  const { rows } = await sql<
    NeededRow & NeededRef
  >`select user_id as "customerId", kind, ${COLUMNS} from needed_dates
    where needed_on >= ${since}
      ${
        after
          ? sql`and (needed_on, user_id, kind, reference)
              > (${after.date}::date, ${after.customerId}::uuid, ${after.kind}::text, ${after.reference}::text)`
          : sql``
      }
    order by needed_on, user_id, kind, reference limit ${limit}`.execute(db);
  return rows;
}
