import { REPORT_KINDS } from '@keepsake/contracts/creations/gallery';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Queryable } from '../../../platform/database/database.ts';
import { parseStoredColumn } from '../../../platform/stored-json.ts';
import { isVisible } from '../widgets/index.ts';
import { readContent } from './content.ts';
import type { EntryRow } from './store.ts';

const report = z.object({ id: z.string(), kind: z.enum(REPORT_KINDS), note: z.string() });

/** An entry with all that it shows, and what visitors report of it. */
export type ListedEntry = EntryRow & {
  reports: z.infer<typeof report>[];
  /** Ids of the pictures of the pages that it shows, with their places; none while its widget is not visible. */
  pictures: { id: string; place: number }[];
  /** The version of its content, which an approval names; null while there is nothing to be seen of it. */
  version: string | null;
};

/** Maximum number of entries listed. */
const LISTED = 500;

/** Entries for operators: those in a state, or all that were reported, oldest first. */
export async function listForOperator(
  db: Queryable,
  { state, isReported = false }: { state?: string | undefined; isReported?: boolean },
): Promise<ListedEntry[]> {
  const { rows } = await sql<EntryRow & { reports: unknown }>`
    select entry.*, coalesce((
      select json_agg(json_build_object('id', id, 'kind', kind, 'note', note) order by reported_at, id)
      from gallery_reports where entry_id = entry.id), '[]') as reports
    from gallery_entries as entry
    where (${state ?? null}::text is null or state = ${state ?? null})
      and (not ${isReported}::boolean or exists (select from gallery_reports where entry_id = entry.id))
    order by offered_at, id limit ${LISTED}`.execute(db);
  const listed: ListedEntry[] = [];
  for (const row of rows) {
    const reports = parseStoredColumn(z.array(report), row.reports, `the gallery entry ${row.id}`);
    listed.push({ ...row, reports, ...(await findSeen(db, row)) });
  }
  return listed;
}

async function findSeen(db: Queryable, row: EntryRow): Promise<Pick<ListedEntry, 'pictures' | 'version'>> {
  const content = await readContent(db, row);
  if (!content || !isVisible(content.widget)) return { pictures: [], version: null };
  const pictures = content.pages.flatMap(({ id, place }) => (id === null ? [] : { id, place }));
  return { pictures, version: pictures.length > 0 ? content.version : null };
}
