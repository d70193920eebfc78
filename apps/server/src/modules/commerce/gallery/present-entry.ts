import type { GalleryEntry } from '@keepsake/contracts';
import type { Queryable } from '../../../platform/database/database.ts';
import { addressOfEntry } from './addresses.ts';
import { type EntryRow, readEntriesOf } from './store.ts';

/** An entry as its customer sees it. */
export function presentEntry(publicUrl: string, row: EntryRow): GalleryEntry {
  const state = row.state as GalleryEntry['state'];
  const { widget_id: widgetId, channel, category, title, text, reason } = row;
  return {
    ...{ widgetId, channel, category, title, text, state, reason },
    offeredAt: row.offered_at.toISOString(),
    url: state === 'shown' ? addressOfEntry(publicUrl, row) : null,
  };
}

/** Entries of a customer's widgets by widget id: for each the one offered last. */
export async function readEntries(
  { db, publicUrl }: { db: Queryable; publicUrl: string },
  userId: string,
  widgetIds: readonly string[],
): Promise<Map<string, GalleryEntry>> {
  const rows = await readEntriesOf(db, userId, widgetIds);
  const oldestFirst = rows.toSorted((a, b) => a.offered_at.getTime() - b.offered_at.getTime());
  return new Map(oldestFirst.map((row) => [row.widget_id, presentEntry(publicUrl, row)]));
}
