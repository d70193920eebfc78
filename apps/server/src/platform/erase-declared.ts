import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database/database.ts';
import type { DB } from './database/database-types.ts';
import { LARGE_BATCH } from './jobs/jobs.ts';
import type { Module } from './module.ts';
import {
  type DataFile,
  type DeclaredData,
  type Loss,
  type PersonalData,
  readTableFile,
  type TableFile,
} from './personal-data.ts';
import type { TableRows, Tables } from './tables.ts';

/**
 * What modules keep of customers, ready to be counted, erased and read. Once a module's own `erase` has nothing left, the rows of its
 * other tables that name the customer are deleted. Throws if a module keeps such tables without an area, or if its tables do not say
 * whose the rows are that its area counts or reads.
 */
export function areasOf(db: Database, modules: readonly Module[]): PersonalData[] {
  return modules.flatMap(({ tables = {}, personalData }) => {
    const declared = listDeclared(tables);
    const [first] = declared;
    if (first && !personalData) throw new Error(`No area erases ${first.table}`);
    if (!personalData) return [];
    const { area, loses, files = [], erase, ...others } = personalData;
    return {
      ...others,
      area,
      ...(loses && { countLosses: counterOf(db, tables, loses) }),
      files: files.map((file) => ('read' in file ? file : readableFile(db, tables, file))),
      async erase(customerId, closing) {
        const later = (await erase?.(customerId, closing)) ?? null;
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

function ownerColumn(tables: Tables, table: keyof DB): string {
  const rows: TableRows | undefined = tables[table];
  if (rows && 'customer' in rows) return rows.customer;
  throw new Error(`The module's tables do not say whose rows ${table} has`);
}

function counterOf(db: Database, tables: Tables, loses: NonNullable<DeclaredData['loses']>) {
  const count =
    'count' in loses ? loses.count : counterOfRows(db, loses.rowsOf, ownerColumn(tables, loses.rowsOf));
  return async (customerId: CustomerId): Promise<Loss[]> => {
    const lost = await count(customerId);
    return lost > 0 ? [{ kind: loses.kind, count: lost }] : [];
  };
}

const counterOfRows = (db: Database, table: string, column: string) => async (customerId: CustomerId) => {
  const { rows } = await sql<{ count: number }>`select count(*) from ${sql.id(table)}
    where ${sql.ref(column)} = ${customerId}`.execute(db);
  return rows[0]?.count ?? 0;
};

function readableFile(db: Database, tables: Tables, file: TableFile): DataFile {
  const { name, row, table, customer = ownerColumn(tables, table) } = file;
  return { name, row, read: (customerId) => readTableFile(db, file, customer, customerId) };
}

type Deletion = {
  where: RawBuilder<boolean>;
  /** Leaves rows that somebody has locked for the next time, and so waits for nobody. */
  skipsLocked?: boolean;
  signal: AbortSignal | undefined;
};

/** Deletes the rows of a declared table for which a condition holds, batch by batch. */
export async function deleteRows(
  db: Database,
  table: string,
  { where, skipsLocked = false, signal }: Deletion,
): Promise<void> {
  const lock = skipsLocked ? sql`for update skip locked` : sql``;
  let count = LARGE_BATCH;
  // Partitions may have the same ctids, so a batch may be larger.
  while (count >= LARGE_BATCH) {
    signal?.throwIfAborted();
    const { numAffectedRows } = await sql`delete from ${sql.id(table)} where ${where}
      and ctid = any(array(select ctid from ${sql.id(table)} where ${where} limit ${LARGE_BATCH} ${lock}))`.execute(
      db,
    );
    count = Number(numAffectedRows ?? 0);
  }
}
