import { sql } from 'kysely';
import type { Database } from './platform/database/database.ts';

export type Columns = ReadonlyMap<string, readonly string[]>;

/** The columns of all tables of ours, by their tables. */
export async function readColumns(db: Database): Promise<Columns> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select columns.table_name::text as table, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' group by 1 order by 1`.execute(db);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

type Decided = {
  /** Tables whose rows the areas answer for. */
  erased: readonly string[];
  /** Tables, or some of their columns, that the documents say stay. */
  documented: readonly string[];
  /** Tables that have nothing to do with any customer, with those of their columns that sound as if they had. */
  impersonal: Readonly<Record<string, readonly string[]>>;
  /** What becomes of each column of a table of which a part stays. */
  decided: Readonly<Record<string, readonly string[]>>;
};

/** By their names: who somebody is, and where they are reached. */
const PERSONAL =
  /(^|_)(user|customer|account|owner|subject)(_id)?($|_)|email|mail|recipient|(^|_)(name|names|birthday)$|address|phone|street|postal|vat_id|(^|_)ip($|_)/;

/**
 * What nobody has decided on: tables that no area erases and no document keeps, personal columns of tables that are said to have none,
 * and columns of tables that stay in part.
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
