import { GALLERY_PAGE_SIZE } from '@keepsake/contracts/creations/gallery';
import type { Queryable } from '../../../../platform/database/database.ts';
import { isVisible } from '../../widgets/index.ts';
import { type EntryContent, readContent } from '../content.ts';
import type { EntryRow } from '../store.ts';

type Requested = { channel: string; category: string | null; page: number };

/**
 * A page of a gallery, most recently approved first. Whether an entry is still visible is checked for each: its customer's
 * account may have been closed, its order blocked, or what it shows changed, since it was approved.
 */
export async function readGallery(
  db: Queryable,
  { channel, category, page }: Requested,
): Promise<{ entries: EntryContent[]; pagesCount: number }> {
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
  const found = await Promise.all(rows.map((entry) => findApproved(db, entry)));
  const entries = found.filter((each) => each !== null);
  return { entries, pagesCount: Math.max(1, Math.ceil(Number(total) / GALLERY_PAGE_SIZE)) };
}

/** An entry shown in a channel; null for any other. */
export async function readShown(
  db: Queryable,
  { channel, id }: { channel: string; id: string },
): Promise<EntryContent | null> {
  const entry = await db
    .selectFrom('gallery_entries')
    .selectAll()
    .where('id', '=', id)
    .where('channel', '=', channel)
    .where('state', '=', 'shown')
    .executeTakeFirst();
  return entry ? findApproved(db, entry) : null;
}

/** What an entry shows, if that is what the operator approved. */
async function findApproved(db: Queryable, entry: EntryRow): Promise<EntryContent | null> {
  const content = await readContent(db, entry);
  return content && isVisible(content.widget) && content.version === entry.shown_version ? content : null;
}
