import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import * as z from 'zod';
import type { DeclaredData } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';
import type { Parts } from './deps.ts';

export const TABLES: Tables = {
  gallery_entries: { customer: 'customer_id' },
  gallery_reports: { deletedWith: 'gallery_entries' },
};

const entry = z.object({
  channel: z.string(),
  productCode: z.string(),
  category: z.string(),
  title: z.string(),
  text: z.string(),
  state: z.string(),
  reason: z.string().nullable(),
  offeredAt: z.iso.datetime({ offset: true }),
});

/** Entries of a customer; visitors' reports on them are erased with them. */
export const galleryData = ({ db }: Pick<Parts, 'db'>): DeclaredData => ({
  area: 'gallery',
  files: [{ name: 'gallery', row: entry, read: (customerId) => readRows(db, customerId) }],
});

async function* readRows(db: Parts['db'], customerId: CustomerId): AsyncIterable<unknown> {
  const { rows } = await sql<{ entry: unknown }>`
    select json_build_object('channel', channel, 'productCode', product_code, 'category', category, 'title', title,
      'text', text, 'state', state, 'reason', reason, 'offeredAt', offered_at) as entry
    from gallery_entries where customer_id = ${customerId} order by offered_at, id`.execute(db);
  for (const row of rows) yield row.entry;
}
