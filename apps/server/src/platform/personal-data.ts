import type { DeletionConsequence } from '@keepsake/contracts/account/account-deletion';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type * as z from 'zod';
import type { Queryable } from './database/database.ts';

/** What a module keeps of a customer: how it is erased with the account, and which files of 'my data' it provides. */
export type PersonalData = DeclaredData & Required<Pick<DeclaredData, 'erase'>>;

/** The same as a module declares it: its tables say what becomes of rows that need no code. */
export type DeclaredData = {
  /** Its name in jobs. Stored, so it never changes. */
  area: string;
  /** What the customer would lose, counted now. Kinds with a count of zero are left out. */
  countLosses?(customerId: CustomerId): Promise<Loss[]>;
  /**
   * Erases everything that the tables do not say, rows and objects, in transactions of bounded size. Called again after a failure or a kill, it
   * resumes.
   * @returns null if nothing is left, otherwise when to call again: something must be kept until then, or jobs of its own
   *   are running.
   */
  erase?(customerId: CustomerId, closing: Closing): Promise<Date | null>;
  /** Its files in 'my data', one JSON file each. */
  files?: readonly DataFile[];
  /**
   * Notifies other customers who see something of it, once the transaction commits that closes or reopens the customer's account.
   */
  notifyOthers?(trx: Queryable, customerId: CustomerId): Promise<void>;
};

export type Loss = { kind: DeletionConsequence; count: number };

export type Closing = {
  /** When the customer confirmed the deletion; the grace period is over by now. */
  closedAt: Date;
  /** The addresses the account was known by, for what is stored by address alone; excludes addresses registered again since. */
  emails: readonly string[];
  /** Aborts some seconds after this process begins to stop. */
  signal?: AbortSignal;
};

export type DataFile = {
  /** The file's name without extension: `addresses`. */
  name: string;
  /** The schema of one row; it is published beside the rows. */
  row: z.core.$ZodType;
  /** All rows of the customer, oldest first; a large table is never held in memory as a whole. */
  read(customerId: CustomerId): AsyncIterable<unknown>;
};

/** A file whose rows the compiler checks against their published schema. */
export function dataFile<Row extends z.ZodType>(
  file: Omit<DataFile, 'row' | 'read'> & {
    row: Row;
    read(customerId: CustomerId): AsyncIterable<z.input<Row>>;
  },
): DataFile {
  return file;
}

const PAGE_ROWS = 1_000;

/** All rows of a query, read page by page; `readPage` returns at most `limit` rows after the given one, or from the first. */
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
