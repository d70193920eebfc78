import { PRODUCT_KINDS } from '@keepsake/contracts/creations/online-products';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import * as z from 'zod';
import type { PersonalData } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';
import type { Deps } from './deps.ts';
import { removeFilesOf, removeProduct } from './store.ts';

export const TABLES: Tables = {
  online_products: { customer: 'user_id', erasedBy: 'module' },
  online_product_files: { customer: 'user_id', erasedBy: 'module' },
  shown_products: { view: 'products as others show them' },
  shown_product_pages: { view: 'the pictures of their pages' },
};

const product = z.object({
  productCode: z.string(),
  channel: z.string(),
  kind: z.enum(PRODUCT_KINDS),
  title: z.string().nullable(),
  product: z.string().nullable(),
  orderCode: z.string().nullable(),
  pagesCount: z.int(),
  createdAt: z.iso.datetime({ offset: true }),
});

type DataDeps = Pick<Deps, 'db' | 'clock'>;

/** The online products kept of a customer. */
export const onlineProductsData = (deps: DataDeps): PersonalData => ({
  area: 'online-products',
  async countLosses(customerId) {
    const { total: count } = await deps.db
      .selectFrom('online_products')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('user_id', '=', customerId)
      .executeTakeFirstOrThrow();
    return count > 0 ? [{ kind: 'onlineProducts', count }] : [];
  },
  async erase(customerId, { signal }) {
    await eraseProducts(deps, customerId, signal);
    return null;
  },
  files: [{ name: 'online-products', row: product, read: (customerId) => readProducts(deps, customerId) }],
});

/** Erases one product at a time with its files, which may be hundreds of pages. */
async function eraseProducts(
  { db }: DataDeps,
  customerId: CustomerId,
  signal: AbortSignal | undefined,
): Promise<void> {
  const all = db.selectFrom('online_products').select('id').where('user_id', '=', customerId);
  for (const { id: productId } of await all.execute()) {
    signal?.throwIfAborted();
    await db.transaction().execute(async (trx) => {
      await removeFilesOf(trx, { customerId, productId });
      await removeProduct(trx, { customerId, productId });
    });
  }
}

async function* readProducts({ db }: DataDeps, customerId: CustomerId): AsyncIterable<unknown> {
  const { rows } = await sql<{ product: unknown }>`
    select json_build_object('productCode', code, 'channel', channel, 'kind', kind, 'title', title, 'product', product,
      'orderCode', order_code, 'pagesCount', jsonb_array_length(pages), 'createdAt', created_at) as product
    from online_products where user_id = ${customerId} order by created_at, id`.execute(db);
  for (const row of rows) yield row.product;
}
