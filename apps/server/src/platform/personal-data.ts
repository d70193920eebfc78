import type { DeletionConsequence } from '@keepsake/contracts';
import type * as z from 'zod';
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
};

export type Loss = { kind: DeletionConsequence; count: number };

export type Closing = {
  /** When the customer confirmed the deletion; the days of grace are over since. */
  closedAt: Date;
  /** The addresses that the account is known by, for what is stored by address alone. */
  emails: readonly string[];
  /** Aborts some seconds after this process began to stop. */
  signal?: AbortSignal;
};

export type DataFile = {
  /** The file's name without ending: `addresses`. */
  name: string;
  /** What one row looks like; it is published beside the rows. */
  row: z.ZodType;
  /** All rows of the customer, oldest first; never all of a large table in memory. */
  read(userId: string): AsyncIterable<unknown>;
};
