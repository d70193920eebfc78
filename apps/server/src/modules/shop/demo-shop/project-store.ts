import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { DemoProjectContent } from '@keepsake/contracts/shop/demo-projects';
import type { Queryable } from '../../../platform/database/database.ts';

/** A project by the code under which it was first saved. */
export type ProjectRef = { customerId: CustomerId; code: string };

/** A project as last saved. */
export type DemoProject = {
  version: number;
  channel: string;
  content: DemoProjectContent;
  savedAt: Date;
  /** The order that it has become. */
  orderCode: string | null;
};
export type Saved = Omit<DemoProject, 'orderCode'>;

/** A project of the customer; undefined if there is none. */
export async function findProject(
  db: Queryable,
  { customerId, code }: ProjectRef,
  { isLocked = false } = {},
): Promise<DemoProject | undefined> {
  const found = db
    .selectFrom('demo_shop_projects')
    .selectAll()
    .where('user_id', '=', customerId)
    .where('code', '=', code);
  const row = await (isLocked ? found.forUpdate() : found).executeTakeFirst();
  return (
    row && {
      version: row.version,
      channel: row.channel,
      content: row.content,
      savedAt: row.saved_at,
      orderCode: row.order_code,
    }
  );
}

/** Adds a project; false if there is one with that code. */
export async function insertProject(
  trx: Queryable,
  { customerId, code }: ProjectRef,
  saved: Saved,
): Promise<boolean> {
  const added = await trx
    .insertInto('demo_shop_projects')
    .values({ user_id: customerId, code, ...columnsOf(saved) })
    .onConflict((conflict) => conflict.columns(['user_id', 'code']).doNothing())
    .returning('code')
    .executeTakeFirst();
  return added !== undefined;
}

export async function updateProject(
  trx: Queryable,
  { customerId, code }: ProjectRef,
  saved: Saved,
): Promise<void> {
  await trx
    .updateTable('demo_shop_projects')
    .set(columnsOf(saved))
    .where('user_id', '=', customerId)
    .where('code', '=', code)
    .execute();
}

/** Records the order that a project has become; false if there is no such project, or it had become one before, which stands. */
export async function closeProject(
  trx: Queryable,
  { customerId, code }: ProjectRef,
  orderCode: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('demo_shop_projects')
    .set({ order_code: orderCode })
    .where('user_id', '=', customerId)
    .where('code', '=', code)
    .where('order_code', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes a project that has not become an order. */
export async function removeProject(db: Queryable, { customerId, code }: ProjectRef): Promise<void> {
  await db
    .deleteFrom('demo_shop_projects')
    .where('user_id', '=', customerId)
    .where('code', '=', code)
    .where('order_code', 'is', null)
    .execute();
}

const columnsOf = ({ version, channel, content, savedAt }: Saved) => ({
  version,
  channel,
  content: JSON.stringify(content),
  saved_at: savedAt,
});
