import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Queryable } from '../../../platform/database/database.ts';
import { NOBODY } from '../../../platform/ids.ts';
import { BATCH } from '../../../platform/jobs/jobs.ts';
import { type DeclaredData, tableFile } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';
import { removeLater } from '../../exchange/sent-files/index.ts';
import type { Deps } from './deps.ts';

export const TABLES: Tables = {
  invoices: { customer: 'user_id', erasedBy: 'module' },
  invoice_numbers: { customer: 'customer_id', erasedBy: 'module' },
  invoice_supplies: { customer: 'customer_id', erasedBy: 'module' },
  invoice_faults: { customer: 'user_id', erasedBy: 'module' },
  invoice_requests: { customer: 'user_id', erasedBy: 'module' },
  structured_invoices: { customer: 'user_id', erasedBy: 'module' },
  refund_matches: { customer: 'user_id', erasedBy: 'module' },
  invoice_gaps: { view: 'orders whose invoices are missing' },
  invoice_number_gaps: { impersonal: 'numbers that no invoice has' },
  invoice_runs: { impersonal: 'when invoices were last issued' },
  invoice_series: { impersonal: 'the next numbers' },
};

type DataDeps = Pick<Deps, 'db' | 'clock'>;

const invoice = z.object({
  number: z.string(),
  kind: z.string(),
  channel: z.string(),
  credits: z.string().nullable(),
  issuedOn: z.iso.date(),
  dueOn: z.iso.date().nullable(),
  /** ISO 4217; amounts are in its smallest unit (pence, öre, yen). */
  currency: z.string(),
  net: z.int(),
  tax: z.int(),
  gross: z.int(),
  taxes: z.unknown(),
  orderCodes: z.array(z.string()),
  state: z.string(),
});

/** The invoices kept of a customer. */
export const invoicesData = (deps: DataDeps): DeclaredData => ({
  area: 'invoices',
  loses: { kind: 'invoices', rowsOf: 'invoices' },
  async erase(customerId, { signal }) {
    await eraseReported(deps, customerId, signal);
    await keepIssued(deps, customerId);
    return null;
  },
  files: [tableFile({ name: 'invoices', table: 'invoices', orderBy: ['issued_on', 'id'], row: invoice })],
});

/** The shop has reported invoices in its own books, so our copy is erased. */
async function eraseReported(
  { db }: DataDeps,
  customerId: CustomerId,
  signal: AbortSignal | undefined,
): Promise<void> {
  let count = BATCH;
  while (count === BATCH) {
    signal?.throwIfAborted();
    count = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ id: string; objectKey: string | null }>`delete from invoices
        where user_id = ${customerId} and id in (select id from invoices where user_id = ${customerId} and service is not null
          limit ${BATCH})
        returning id, object_key as "objectKey"`.execute(trx);
      const files = rows.flatMap(({ objectKey }) =>
        objectKey ? [{ customerId, objectKey, purpose: 'invoice.pdf' }] : [],
      );
      await removeLater(trx, files);
      return rows.length;
    });
  }
  await db
    .deleteFrom('invoice_numbers')
    .where('customer_id', '=', customerId)
    .where('series', 'is', null)
    .execute();
  await db
    .deleteFrom('invoice_supplies')
    .where('customer_id', '=', customerId)
    .where('service', 'is not', null)
    .execute();
}

/** Invoices issued here are in nobody else's books: the law requires them to be kept, and they are found only by number. */
async function keepIssued({ db }: DataDeps, customerId: CustomerId): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // The supplies first: whoever is about to add a document holds one (`requireOwner`).
    for (const table of ['invoice_supplies', 'invoice_numbers'] as const)
      await trx
        .updateTable(table)
        .set({ customer_id: NOBODY })
        .where('customer_id', '=', customerId)
        .execute();
    for (const table of ['invoices', 'structured_invoices', 'refund_matches'] as const)
      await trx.updateTable(table).set({ user_id: NOBODY }).where('user_id', '=', customerId).execute();
    await disownRequests(trx, customerId);
    for (const table of ['invoice_faults', 'invoice_requests'] as const)
      await trx.deleteFrom(table).where('user_id', '=', customerId).execute();
  });
}

/** What is requested is still due: a refund of which the job has not made a credit note yet. */
async function disownRequests(trx: Queryable, customerId: CustomerId): Promise<void> {
  await sql`insert into invoice_requests (user_id, order_code, requested_at)
    select ${NOBODY}, order_code, requested_at from invoice_requests where user_id = ${customerId}
    on conflict (user_id, order_code) do update set requests = invoice_requests.requests + 1`.execute(trx);
}
