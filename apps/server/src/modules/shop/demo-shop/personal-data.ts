import { UNPAID_DAYS } from '@keepsake/contracts/orders/order-status';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { demoProjectContent } from '@keepsake/contracts/shop/demo-projects';
import { sql } from 'kysely';
import * as z from 'zod';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Module } from '../../../platform/module.ts';
import { type DeclaredData, tableFile } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';
import type { ShopDeps } from './deps.ts';

const TABLES: Tables = {
  demo_shop_orders: { customer: 'user_id', erasedBy: 'module' },
  demo_shop_projects: { customer: 'user_id', erasedBy: 'module' },
};

type DataDeps = Pick<ShopDeps, 'db' | 'clock'>;

/** How long the shop remains responsible for what it sent: the withdrawal period, and the way back. */
const RESPONSIBLE_DAYS = 30;

const PROJECTS = tableFile({
  name: 'editor-projects',
  table: 'demo_shop_projects',
  orderBy: ['saved_at', 'code'],
  row: z.object({
    projectCode: z.string(),
    channel: z.string(),
    savedAt: z.iso.datetime(),
    /** The order that it has become. */
    orderCode: z.string().nullable(),
    /** As the editor stores it: photos, pages, layouts. */
    content: demoProjectContent,
  }),
  from: { projectCode: 'code' },
});

/** What the demo shop keeps of customers, even after it was switched off; a retailer's own editor and shop keep theirs elsewhere. */
export const createDemoShopData = (deps: DataDeps): Required<Pick<Module, 'tables' | 'personalData'>> => ({
  tables: TABLES,
  personalData: demoShopData(deps),
});

const demoShopData = (deps: DataDeps): DeclaredData => ({
  area: 'demo-shop',
  erase: (customerId) => eraseShopOrders(deps, customerId),
  files: [PROJECTS],
});

/** Orders are erased once nothing can follow from them, together with their projects; everything else at once. */
async function eraseShopOrders({ db, clock }: DataDeps, customerId: CustomerId): Promise<Date | null> {
  const now = clock();
  const orders = await db
    .selectFrom('demo_shop_orders')
    .select(['order_code', 'project_code', 'begun_at', 'sent_at'])
    .where('user_id', '=', customerId)
    .execute();
  const until = ({ begun_at, sent_at }: (typeof orders)[number]) =>
    sent_at ? sent_at.getTime() + RESPONSIBLE_DAYS * DAY_MS : begun_at.getTime() + UNPAID_DAYS * DAY_MS;
  const isStillNeeded = (order: (typeof orders)[number]) => until(order) > now.getTime();
  const stored = orders.filter(isStillNeeded);
  const over = orders.filter((order) => !isStillNeeded(order)).map(({ order_code }) => order_code);
  const needed = stored.flatMap(({ project_code }) => project_code ?? []);
  await db.transaction().execute(async (trx) => {
    await sql`delete from demo_shop_orders where user_id = ${customerId} and order_code = any(${over}::text[])`.execute(
      trx,
    );
    await sql`delete from demo_shop_projects where user_id = ${customerId} and code <> all(${needed}::text[])`.execute(
      trx,
    );
  });
  return stored.length > 0 ? new Date(Math.min(...stored.map(until))) : null;
}
