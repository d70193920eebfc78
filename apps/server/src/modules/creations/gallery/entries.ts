import type { GalleryEntry } from '@keepsake/contracts/creations/gallery';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import { type Attempt, createOnce } from '../../../platform/idempotency.ts';
import { newId } from '../../../platform/ids.ts';
import { faultyField, Problem } from '../../../platform/problem.ts';
import { push } from '../../../platform/push.ts';
import { findWidgetById } from '../widgets/index.ts';
import { addressOfEntry } from './addresses.ts';
import { readContent } from './content.ts';
import type { Parts } from './deps.ts';
import {
  type Content,
  type EntryRef,
  type EntryRow,
  findEntry,
  insertEntry,
  lockEntry,
  lockShown,
  readEntriesOf,
  removeEntry,
  resubmitEntry,
} from './store.ts';

type EntryDeps = Pick<Parts, 'db' | 'clock' | 'publicUrl' | 'categoriesOf'>;
type ReadDeps = { db: Queryable; publicUrl: string };

/** [WID-13] Throws `not-found` if the widget has no entry in this channel. */
export async function readEntry({ db, publicUrl }: ReadDeps, ref: EntryRef): Promise<GalleryEntry> {
  const row = await findEntry(db, ref);
  if (!row) throw new Problem('not-found');
  return presentEntry(publicUrl, row);
}

type Offered = { ref: EntryRef; content: Content; attempt: Attempt | null };

/** [WID-14] Offers a widget, once per attempt. */
export async function addEntry(deps: EntryDeps, { ref, content, attempt }: Offered): Promise<GalleryEntry> {
  const { customerId, widgetId, channel } = ref;
  requireCategory(deps, channel, content);
  const call = { customer: { customerId }, attempt };
  return createOnce<GalleryEntry>(deps, call, async (trx) => {
    const widget = await findWidgetById(trx, { customerId, id: widgetId });
    if (!widget) throw new Problem('not-found');
    if (widget.block) throw new Problem('order-blocked', { detail: widget.block.reason ?? undefined });
    const [id, now] = [newId(), deps.clock()];
    if (!(await insertEntry(trx, { ...ref, id, productCode: widget.code, content, now })))
      throw new Problem('conflict', { detail: 'This widget already has an entry in the gallery' });
    await push(trx, customerId, { type: 'widgets-changed', data: {} }, now);
    return readEntry({ ...deps, db: trx }, ref);
  });
}

/** [WID-15] An unchanged entry keeps its decision; a changed one must be decided again. */
export async function changeEntry(
  deps: EntryDeps,
  { ref, content }: { ref: EntryRef; content: Content },
): Promise<GalleryEntry> {
  requireCategory(deps, ref.channel, content);
  const { db, clock } = deps;
  await db.transaction().execute(async (trx) => {
    const found = await findEntry(trx, ref);
    const entry = found && (await lockEntry(trx, found.id));
    if (!entry) throw new Problem('not-found');
    const { category, title, text } = entry;
    if (content.category === category && content.title === title && content.text === text) return;
    const now = clock();
    await resubmitEntry(trx, entry.id, { content, now });
    await push(trx, ref.customerId, { type: 'widgets-changed', data: {} }, now);
  });
  return readEntry(deps, ref);
}

/** [WID-16] Removes an entry. Idempotent. */
export async function deleteEntry(
  { db, clock }: Pick<EntryDeps, 'db' | 'clock'>,
  ref: EntryRef,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (await removeEntry(trx, ref))
      await push(trx, ref.customerId, { type: 'widgets-changed', data: {} }, clock());
  });
}

/**
 * Puts the shown entries of a product's widget before the operator again if they no longer show what was approved, in the
 * transaction that changed the widget or the product.
 */
export async function reviewEntries(
  { clock }: Pick<Parts, 'clock'>,
  trx: Queryable,
  ref: { customerId: CustomerId; code: string },
): Promise<void> {
  for (const entry of await lockShown(trx, ref)) {
    const content = await readContent(trx, entry);
    if (content?.version === entry.shown_version) continue;
    const now = clock();
    const { category, title, text } = entry;
    await resubmitEntry(trx, entry.id, { content: { category, title, text }, now });
    await push(trx, ref.customerId, { type: 'widgets-changed', data: {} }, now);
  }
}

function requireCategory(
  { categoriesOf }: Pick<EntryDeps, 'categoriesOf'>,
  channel: string,
  { category }: Content,
): void {
  const categories = categoriesOf(channel);
  if (categories.length === 0) throw faultyField('channel', 'has no gallery');
  if (!categories.some(({ name }) => name === category))
    throw faultyField('body.category', 'is not a category of the gallery');
}

/** An entry as its customer sees it. */
function presentEntry(publicUrl: string, row: EntryRow): GalleryEntry {
  const state = row.state;
  const { widget_id: widgetId, channel, category, title, text, reason } = row;
  return {
    widgetId,
    channel,
    category,
    title,
    text,
    state,
    reason,
    offeredAt: row.offered_at.toISOString(),
    url: state === 'shown' ? addressOfEntry(publicUrl, row) : null,
  };
}

/** Entries of a customer's widgets by widget id: for each the one offered last. */
export async function readEntries(
  { db, publicUrl }: ReadDeps,
  customerId: CustomerId,
  widgetIds: readonly string[],
): Promise<Map<string, GalleryEntry>> {
  const rows = await readEntriesOf(db, customerId, widgetIds);
  const oldestFirst = rows.toSorted((a, b) => a.offered_at.getTime() - b.offered_at.getTime());
  return new Map(oldestFirst.map((row) => [row.widget_id, presentEntry(publicUrl, row)]));
}
