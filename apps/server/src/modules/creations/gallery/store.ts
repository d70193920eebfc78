import type { GalleryEntry } from '@keepsake/contracts/creations/gallery';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Selectable } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { GalleryEntries } from '../../../platform/database/database-types.ts';

export type EntryRow = Selectable<GalleryEntries>;
/** An entry by the widget that it shows. */
export type EntryRef = { customerId: CustomerId; widgetId: string; channel: string };
export type Content = Pick<GalleryEntry, 'category' | 'title' | 'text'>;

const ofCustomer = (db: Queryable, customerId: CustomerId) =>
  db.selectFrom('gallery_entries').selectAll().where('customer_id', '=', customerId);

/** Entries of a customer's widgets, in any channel. */
export async function readEntriesOf(
  db: Queryable,
  customerId: CustomerId,
  widgetIds: readonly string[],
): Promise<EntryRow[]> {
  if (widgetIds.length === 0) return [];
  return ofCustomer(db, customerId)
    .where('widget_id', 'in', [...widgetIds])
    .execute();
}

export function findEntry(
  db: Queryable,
  { customerId, widgetId, channel }: EntryRef,
): Promise<EntryRow | undefined> {
  return ofCustomer(db, customerId)
    .where('widget_id', '=', widgetId)
    .where('channel', '=', channel)
    .executeTakeFirst();
}

/** An entry by its public id. */
export function findEntryById(db: Queryable, id: string): Promise<EntryRow | undefined> {
  return db.selectFrom('gallery_entries').selectAll().where('id', '=', id).executeTakeFirst();
}

/** An entry by its public id, locked until the transaction ends. */
export function lockEntry(trx: Queryable, id: string): Promise<EntryRow | undefined> {
  return trx.selectFrom('gallery_entries').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

type NewEntry = EntryRef & { id: string; productCode: string; content: Content; now: Date };

/** Adds an entry; false if the widget has one in this channel. */
export async function insertEntry(
  trx: Queryable,
  { id, customerId, widgetId, channel, productCode, content, now }: NewEntry,
): Promise<boolean> {
  const context = { id, channel, widget_id: widgetId, customer_id: customerId, product_code: productCode };
  const added = await trx
    .insertInto('gallery_entries')
    .values({ ...context, ...content, state: 'offered', offered_at: now })
    .onConflict((conflict) => conflict.columns(['widget_id', 'channel']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Stores an entry's new content, which has yet to be decided on. */
export async function resubmitEntry(
  trx: Queryable,
  id: string,
  { content, now }: { content: Content; now: Date },
): Promise<void> {
  const undecided = {
    state: 'offered' as const,
    reason: null,
    offered_at: now,
    decided_at: null,
    decided_by: null,
    shown_version: null,
  };
  await trx
    .updateTable('gallery_entries')
    .set({ ...content, ...undecided })
    .where('id', '=', id)
    .execute();
}

type Decided = {
  state: 'shown' | 'taken-down';
  /** The version of the content that is shown from now on. */
  version: string | null;
  reason: string | null;
  by: string;
  now: Date;
};

/** Stores the decision on an entry. */
export async function decideEntry(
  trx: Queryable,
  id: string,
  { state, version, reason, by, now }: Decided,
): Promise<void> {
  await trx
    .updateTable('gallery_entries')
    .set({ state, reason, shown_version: version, decided_by: by, decided_at: now })
    .where('id', '=', id)
    .execute();
}

export async function removeEntry(
  trx: Queryable,
  { customerId, widgetId, channel }: EntryRef,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('gallery_entries')
    .where('customer_id', '=', customerId)
    .where('widget_id', '=', widgetId)
    .where('channel', '=', channel)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** The shown entries of a product's widget, locked until the transaction ends. */
export function lockShown(
  trx: Queryable,
  { customerId, code }: { customerId: CustomerId; code: string },
): Promise<EntryRow[]> {
  return ofCustomer(trx, customerId)
    .where('product_code', '=', code)
    .where('state', '=', 'shown')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Removes a widget from every gallery, in the transaction that deletes it. */
export async function endEntries(trx: Queryable, customerId: CustomerId, widgetId: string): Promise<void> {
  await trx
    .deleteFrom('gallery_entries')
    .where('customer_id', '=', customerId)
    .where('widget_id', '=', widgetId)
    .execute();
}
