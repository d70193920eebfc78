import { PRODUCT_KINDS } from '@keepsake/contracts/creations/online-products';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import * as z from 'zod';
import { asStored, type DeclaredData, tableFile } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';
import type { Deps } from './deps.ts';
import { removeFilesOf, removeProduct } from './store.ts';

export const TABLES: Tables = {
  online_products: { customer: 'user_id', erasedBy: 'module' },
  online_product_files: { customer: 'user_id', erasedBy: 'module' },
  shown_products: { view: 'products as others show them' },
  shown_product_pages: { view: 'the pictures of their pages' },
};

const PRODUCTS = tableFile({
  name: 'online-products',
  table: 'online_products',
  orderBy: ['created_at', 'id'],
  row: z.object({
    productCode: z.string(),
    channel: z.string(),
    kind: z.enum(PRODUCT_KINDS),
    title: z.string().nullable(),
    product: z.string().nullable(),
    orderCode: z.string().nullable(),
    pagesCount: z.int(),
    createdAt: z.iso.datetime({ offset: true }),
  }),
  from: {
    productCode: 'code',
    pagesCount: sql`jsonb_array_length(pages)`,
    createdAt: asStored('created_at'),
  },
});

type DataDeps = Pick<Deps, 'db' | 'clock'>;

/** The online products kept of a customer. */
export const onlineProductsData = (deps: DataDeps): DeclaredData => ({
  area: 'online-products',
  loses: { kind: 'onlineProducts', rowsOf: 'online_products' },
  async erase(customerId, { signal }) {
    await eraseProducts(deps, customerId, signal);
    return null;
  },
  files: [PRODUCTS],
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
