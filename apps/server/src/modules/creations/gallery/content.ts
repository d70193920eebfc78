import { createHash } from 'node:crypto';
import type { Queryable } from '../../../platform/database/database.ts';
import { readShownPages, type ShownPage, type WidgetRow } from '../widgets/index.ts';
import type { EntryRow } from './store.ts';

/** Everything that an entry shows to whoever sees it. */
export type EntryContent = {
  entry: EntryRow;
  /** The widget of the entry. */
  widget: WidgetRow;
  pages: readonly ShownPage[];
  /** Names exactly this content: any other title, text, range of pages or picture has another version. */
  version: string;
};

/** What an entry shows at the moment; null if its widget is gone. */
export async function readContent(db: Queryable, entry: EntryRow): Promise<EntryContent | null> {
  const shown = await readShownPages(db, refOf(entry));
  // The product may have been shown by another widget before.
  if (!shown || shown.widget.id !== entry.widget_id) return null;
  return { entry, ...shown, version: versionOf(entry, shown.pages) };
}

/** In hexadecimal digits: what is written after a command must not start with a hyphen. */
function versionOf(entry: EntryRow, pages: readonly ShownPage[]): string {
  const { widget_id, channel, category, title, text } = entry;
  const seen = [
    widget_id,
    channel,
    category,
    title,
    text,
    pages.map(({ place, kind, id }) => [place, kind, id]),
  ];
  return createHash('sha256').update(JSON.stringify(seen)).digest('hex');
}

export const refOf = ({ customer_id: customerId, product_code: code }: EntryRow) => ({ customerId, code });
