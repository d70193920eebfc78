import type { DeletionConsequence } from '@keepsake/contracts';
import type * as z from 'zod';
import type { Queryable } from './database/database.ts';
import type { DB } from './database/database-types.ts';

/** What a module keeps of a customer: what becomes of it when the account is deleted, and what the customer gets to read of it. */
export type PersonalData = {
  /** Its name in jobs. Stored, so it never changes. */
  area: string;
  /** The tables whose rows about customers it answers for. A table with a personal column that no area names fails a test. */
  tables: readonly (keyof DB)[];
  /** What the customer would lose, counted now. Kinds of which there are none are left out. */
  countLosses?(userId: string): Promise<Loss[]>;
  /**
   * Erases what is there, rows and objects, in transactions of a bounded size. It is called again after a failure or a kill, and goes on.
   * @returns null when nothing is left, otherwise when to come back: something has to be kept until then, or jobs of its own
   *   are at work.
   */
  erase(userId: string, closing: Closing): Promise<Date | null>;
  /** What 'my data' holds of it, a file of JSON each. */
  files?: readonly DataFile[];
  /**
   * Notifies other customers who see something of it, once the transaction commits that closes the customer's account or
   * opens it again.
   */
  notifyOthers?(trx: Queryable, userId: string): Promise<void>;
};

export type Loss = { kind: DeletionConsequence; count: number };

export type Closing = {
  /** When the customer confirmed the deletion; the days of grace are over since. */
  closedAt: Date;
  /** The addresses that the account was known by, for what is stored by address alone; none that somebody has registered with since. */
  emails: readonly string[];
  /** Aborts some seconds after this process began to stop. */
  signal?: AbortSignal;
};

export type DataFile = {
  /** The file's name without ending: `addresses`. */
  name: string;
  /** What one row looks like; it is published beside the rows. */
  row: z.core.$ZodType;
  /** All rows of the customer, oldest first; never all of a large table in memory. */
  read(userId: string): AsyncIterable<unknown>;
};

/** A file whose rows the compiler holds to their published form. */
export function dataFile<Row extends z.ZodType>(
  file: Omit<DataFile, 'row' | 'read'> & {
    row: Row;
    read(userId: string): AsyncIterable<z.input<Row>>;
  },
): DataFile {
  return file;
}

const PAGE_ROWS = 1_000;

/** All rows of a query that is asked page by page; `readPage` gives at most `limit` rows after one, or from the first. */
export async function* readByPage<Row>(
  readPage: (after: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let after: Row | undefined; ; ) {
    const rows = await readPage(after, PAGE_ROWS);
    yield* rows;
    after = rows.at(-1);
    if (rows.length < PAGE_ROWS) return;
  }
}
