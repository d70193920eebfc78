import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import * as z from 'zod';
import type { DeclaredData } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';
import type { Deps } from './deps.ts';

export const TABLES: Tables = {
  reorders: { customer: 'user_id' },
};

const moment = z.iso.datetime({ offset: true });

const reorder = z.object({
  orderCode: z.string(),
  requestedAt: moment,
  currency: z.string(),
  /** The maximum that the customer agreed to pay. */
  total: z.int(),
  /** When it was given up because the shop could not be reached. */
  givenUpAt: moment.nullable(),
});

/** The reorders kept of a customer: requests; the shop keeps the orders it made from them. */
export const reordersData = ({ db }: Pick<Deps, 'db'>): DeclaredData => ({
  area: 'reorders',
  files: [{ name: 'reorders', row: reorder, read: (customerId) => readReorders({ db }, customerId) }],
});

async function* readReorders({ db }: Pick<Deps, 'db'>, customerId: CustomerId): AsyncIterable<unknown> {
  const { rows } = await sql<{ reorder: unknown }>`
    select json_build_object('orderCode', order_code, 'requestedAt', requested_at, 'currency', currency, 'total', total,
      'givenUpAt', void_at) as reorder
    from reorders where user_id = ${customerId} order by requested_at, id`.execute(db);
  for (const row of rows) yield row.reorder;
}
