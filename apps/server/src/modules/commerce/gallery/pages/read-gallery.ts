import { GALLERY_PAGE_SIZE } from '@keepsake/contracts';
import type { Queryable } from '../../../../platform/database/database.ts';
import { findOpenWidget, type WidgetRow } from '../../widgets/index.ts';
import type { EntryRow } from '../store.ts';

/** A publicly visible entry, with what its widget shows now. */
export type ShownEntry = { entry: EntryRow; widget: WidgetRow };

type Asked = { channel: string; category: string | null; page: number };

/**
 * A page of a gallery, most recently approved first. Whether an entry is still visible is checked for each: its customer's
 * account may have been closed, or its order blocked, since it was approved.
 */
export async function readGallery(
  db: Queryable,
  { channel, category, page }: Asked,
): Promise<{ entries: ShownEntry[]; pagesCount: number }> {
  const all = db
    .selectFrom('gallery_entries')
    .where('channel', '=', channel)
    .where('state', '=', 'shown')
    .$if(category !== null, (query) => query.where('category', '=', category ?? ''));
  const [rows, { total }] = await Promise.all([
    all
      .selectAll()
      .orderBy('decided_at', 'desc')
      .orderBy('id')
      .limit(GALLERY_PAGE_SIZE)
      .offset((page - 1) * GALLERY_PAGE_SIZE)
      .execute(),
    all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const found = await Promise.all(rows.map((entry) => withWidget(db, entry)));
  const entries = found.filter((each) => each !== null);
  return { entries, pagesCount: Math.max(1, Math.ceil(Number(total) / GALLERY_PAGE_SIZE)) };
}

/** An entry shown in a channel; null for any other. */
export async function readShown(
  db: Queryable,
  { channel, id }: { channel: string; id: string },
): Promise<ShownEntry | null> {
  const entry = await db
    .selectFrom('gallery_entries')
    .selectAll()
    .where('id', '=', id)
    .where('channel', '=', channel)
    .where('state', '=', 'shown')
    .executeTakeFirst();
  return entry ? withWidget(db, entry) : null;
}

async function withWidget(db: Queryable, entry: EntryRow): Promise<ShownEntry | null> {
  const widget = await findOpenWidget(db, refOf(entry));
  // The product may have been shown by another widget before.
  return widget && widget.id === entry.widget_id ? { entry, widget } : null;
}

export const refOf = ({ customer_id: userId, product_code: code }: EntryRow) => ({ userId, code });
