import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Database } from './database/database.ts';
import type { Module } from './module.ts';
import type { PersonalData } from './personal-data.ts';
import type { TableRows, Tables } from './tables.ts';

/** Rows per statement: an area may keep a hundred thousand of a customer. */
const BATCH = 5_000;

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
          let count = BATCH;
          while (count === BATCH) {
            closing.signal?.throwIfAborted();
            count = await deleteBatch(db, { table, column, customerId });
          }
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

type Place = { table: string; column: string; customerId: CustomerId };

async function deleteBatch(db: Database, { table, column, customerId }: Place): Promise<number> {
  const { numAffectedRows } = await sql`delete from ${sql.id(table)} where ${sql.ref(column)} = ${customerId}
    and ctid = any(array(select ctid from ${sql.id(table)} where ${sql.ref(column)} = ${customerId} limit ${BATCH}))`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
