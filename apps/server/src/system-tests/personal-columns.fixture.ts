import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import type { TableRows } from '../platform/tables.ts';

export type Columns = ReadonlyMap<string, readonly string[]>;

/** The columns of all tables but those of the migrations, by table. */
export async function readColumns(db: Database): Promise<Columns> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select columns.table_name::text as table, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely\_%' group by 1 order by 1`.execute(
    db,
  );
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

export async function readViews(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.views
    where table_schema = 'public'`.execute(db);
  return rows.map(({ name }) => name);
}

type Decided = {
  /** What the modules declare about their tables. */
  stored: ReadonlyMap<string, TableRows>;
  /** Tables or columns that the documents say stay. */
  documented: readonly string[];
  /** Columns of impersonal tables that sound personal. */
  sounding: Readonly<Record<string, readonly string[]>>;
  /** Columns of tables that stay in part, for each of which it is decided what becomes of it. */
  decided: Readonly<Record<string, readonly string[]>>;
};

/** Names of columns that identify somebody or say how to reach them. */
const PERSONAL =
  /(^|_)(user|customer|account|owner|subject)(_id)?($|_)|email|mail|recipient|(^|_)(name|names|birthday)$|address|phone|street|postal|vat_id|(^|_)ip($|_)/;

/**
 * Undecided tables and columns: tables that no module keeps, personal columns of tables that are said to have none, and columns of
 * tables that stay in part.
 */
export function findUndecided(
  columns: Columns,
  { stored, documented, sounding, decided }: Decided,
): string[] {
  const undecided: string[] = [];
  for (const [table, names] of columns) {
    const rows = stored.get(table);
    if (!rows) undecided.push(table);
    else if ('impersonal' in rows)
      undecided.push(
        ...names
          .filter((name) => PERSONAL.test(name) && !sounding[table]?.includes(name))
          .map((name) => `${table}.${name}`),
      );
    else if (!('stays' in rows) && documented.includes(table))
      undecided.push(
        ...names.filter((name) => !decided[table]?.includes(name)).map((name) => `${table}.${name}`),
      );
  }
  return undecided;
}
