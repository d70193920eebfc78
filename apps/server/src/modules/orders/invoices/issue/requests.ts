import type { OrderRef } from '@keepsake/contracts/orders/orders';
import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/database.ts';
import { BATCH, PATIENCE_MINUTES } from '../../../../platform/jobs/jobs.ts';

/** Records that an order's invoices are to be brought up to date. */
export async function insertRequest(
  trx: Queryable,
  { customerId, orderCode }: OrderRef,
  now: Date,
): Promise<void> {
  await sql`insert into invoice_requests (user_id, order_code, requested_at) values (${customerId}, ${orderCode}, ${now})
    on conflict (user_id, order_code) do update
      set requests = invoice_requests.requests + 1, requested_at = excluded.requested_at`.execute(trx);
}

/** How often that was requested; undefined if it is done. */
export async function countRequests(db: Queryable, { customerId, orderCode }: OrderRef) {
  const row = await db
    .selectFrom('invoice_requests')
    .select('requests')
    .where('user_id', '=', customerId)
    .where('order_code', '=', orderCode)
    .executeTakeFirst();
  return row?.requests;
}

/** Records that it was done, unless it has been requested again since they were counted. */
export async function deleteRequest(
  db: Queryable,
  { customerId, orderCode }: OrderRef,
  requests: number,
): Promise<void> {
  await db
    .deleteFrom('invoice_requests')
    .where('user_id', '=', customerId)
    .where('order_code', '=', orderCode)
    .where('requests', '=', requests)
    .execute();
}

/** Selects the requests that have been waiting for long, with the key of each one's job. */
export const waitingRequestsSql = (task: string, now: Date) => sql<OrderRef & { jobKey: string }>`
  select user_id as "customerId", order_code as "orderCode", ${task} || ':' || order_code as "jobKey"
  from invoice_requests where requested_at < ${now}::timestamptz - make_interval(mins => ${PATIENCE_MINUTES})`;

/** Orders whose invoices lack something that the order says, page by page; the reason is not recorded. */
export async function* readGaps(db: Queryable): AsyncIterable<OrderRef[]> {
  let after = '';
  for (;;) {
    const { rows } =
      await sql<OrderRef>`select distinct user_id as "customerId", order_code as "orderCode" from invoice_gaps
      where order_code > ${after} order by order_code limit ${BATCH}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.orderCode;
  }
}
