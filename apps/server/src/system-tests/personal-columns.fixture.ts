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

/** The tables and views that each view shows, by view, without those of the job queue. */
export async function readViews(db: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ view: string; shown: string[] }>`
    select view.relname as view, array_agg(distinct shown.relname::text) filter (where shown.oid <> view.oid
      and shown.relnamespace = view.relnamespace) as shown
    from pg_class as view join pg_rewrite as rule on rule.ev_class = view.oid
    join pg_depend as dependency on dependency.objid = rule.oid and dependency.refclassid = 'pg_class'::regclass
    join pg_class as shown on shown.oid = dependency.refobjid
    where view.relkind = 'v' and view.relnamespace = 'public'::regnamespace group by 1`.execute(db);
  return new Map(rows.map(({ view, shown }) => [view, shown ?? []]));
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
