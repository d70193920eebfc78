import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database/database.ts';
import type { Module } from './module.ts';
import type { PersonalData } from './personal-data.ts';
import type { TableRows, Tables } from './tables.ts';

/**
 * What modules keep of customers, ready to be erased: once a module's own `erase` has nothing left, the rows of its other tables
 * that name the customer are deleted. Throws if a module keeps such tables without an area.
 */
export function areasOf(db: Database, modules: readonly Module[]): PersonalData[] {
  return modules.flatMap(({ tables = {}, personalData }) => {
    const declared = listDeclared(tables);
    const [first] = declared;
    if (first && !personalData) throw new Error(`No area erases ${first.table}`);
    if (!personalData) return [];
    return {
      ...personalData,
      async erase(customerId, closing) {
        const later = (await personalData.erase?.(customerId, closing)) ?? null;
        if (later) return later;
        for (const { table, column } of declared) {
          const where = sql<boolean>`${sql.ref(column)} = ${customerId}`;
          await deleteRows(db, table, { where, signal: closing.signal });
        }
        return null;
      },
    };
  });
}

/** The tables whose rows are deleted by a column, in the order of the module's list. */
const listDeclared = (tables: Tables) =>
  Object.entries<TableRows>(tables).flatMap(([table, rows]) =>
    'customer' in rows && !rows.erasedBy ? [{ table, column: rows.customer }] : [],
  );

type Deletion = {
  where: RawBuilder<boolean>;
  /** Leaves rows that somebody has locked for the next time, and so waits for nobody. */
  skipsLocked?: boolean;
  signal: AbortSignal | undefined;
};

/** Rows per statement: an area may keep a hundred thousand of a customer. */
const BATCH = 5_000;

/** Deletes the rows of a declared table for which a condition holds, batch by batch. */
export async function deleteRows(
  db: Database,
  table: string,
  { where, skipsLocked = false, signal }: Deletion,
): Promise<void> {
  const lock = skipsLocked ? sql`for update skip locked` : sql``;
  let count = BATCH;
  // Partitions may have the same ctids, so a batch may be larger.
  while (count >= BATCH) {
    signal?.throwIfAborted();
    const { numAffectedRows } = await sql`delete from ${sql.id(table)} where ${where}
      and ctid = any(array(select ctid from ${sql.id(table)} where ${where} limit ${BATCH} ${lock}))`.execute(
      db,
    );
    count = Number(numAffectedRows ?? 0);
  }
}
