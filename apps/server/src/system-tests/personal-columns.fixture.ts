import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';

export type Columns = ReadonlyMap<string, readonly string[]>;

/** The columns of all our tables, by table. */
export async function readColumns(db: Database): Promise<Columns> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select columns.table_name::text as table, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' group by 1 order by 1`.execute(db);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

type Decided = {
  /** Tables whose rows the areas erase. */
  erased: readonly string[];
  /** Tables or columns that the documents say stay. */
  documented: readonly string[];
  /** Tables unrelated to customers, with those of their columns whose names suggest otherwise. */
  impersonal: Readonly<Record<string, readonly string[]>>;
  /** Columns of tables that stay in part, for each of which it is decided what becomes of it. */
  decided: Readonly<Record<string, readonly string[]>>;
};

/** Names of columns that identify somebody or say how to reach them. */
const PERSONAL =
  /(^|_)(user|customer|account|owner|subject)(_id)?($|_)|email|mail|recipient|(^|_)(name|names|birthday)$|address|phone|street|postal|vat_id|(^|_)ip($|_)/;

/**
 * Undecided tables and columns: tables that no area erases and no document keeps, personal columns of tables that are said to
 * have none, and columns of tables that stay in part.
 */
export function findUndecided(
  columns: Columns,
  { erased, documented, impersonal, decided }: Decided,
): string[] {
  const undecided: string[] = [];
  for (const [table, names] of columns) {
    const sounding = impersonal[table];
    if (!erased.includes(table) && !documented.includes(table) && !sounding) undecided.push(table);
    const isInPart = erased.includes(table) && documented.includes(table);
    for (const name of names) {
      const isPersonal = sounding && PERSONAL.test(name) && !sounding.includes(name);
      const isNew = isInPart && !decided[table]?.includes(name);
      if (isPersonal || isNew) undecided.push(`${table}.${name}`);
    }
  }
  return undecided;
}
