import type { RawBuilder } from 'kysely';
import type { DB } from './database/database-types.ts';

/** The tables that a module keeps. Only it writes them; other modules read them through its functions or its views. */
export type Tables = { readonly [Name in keyof DB]?: TableRows<Extract<keyof DB[Name], string>> };

/** What a table has to do with customers, and so what becomes of its rows when an account is erased. */
export type TableRows<Column extends string = string> =
  /** The column with the customer's id: the customer's rows are deleted, unless the module's own `erase` decides. */
  | { customer: Column; erasedBy?: 'module' }
  /** The module's own `erase` finds the customer's rows, without such a column. */
  | { erasedBy: 'module' }
  /** Its rows are deleted with those of another table. */
  | { deletedWith: keyof DB }
  /** Its rows stay, for the reason given in docs/privacy.md. */
  | { stays: string }
  /** What it holds instead of anything about customers. */
  | { impersonal: string }
  /** A view of the module's tables, for those who may import it; says what it shows. */
  | { view: string };

/** Rows of a module's table that are deleted once they are over. */
export type Expiry = {
  [Name in keyof DB]: {
    table: Name;
    /** Deleted within an hour instead of in the night. Its condition needs an index, unless the table is small. */
    isHourly?: boolean;
  } & Over<Extract<keyof DB[Name], string>>;
}[keyof DB];

type Over<Column> =
  | {
      /** With the time at which a row is over; if `before` is given, over are rows whose time lies before that. */
      column: Column;
      before?(now: Date): Date;
      /** Other rows stay. */
      only?: RawBuilder<boolean>;
    }
  | { column?: never; before?: never; only: RawBuilder<boolean> };

/** The tables that the platform keeps itself. */
export const PLATFORM_TABLES: Tables = {
  backfills: { stays: 'rows are filled in from there on' },
  dead_jobs: { view: 'jobs that failed for the last time' },
  deleted_order_files: { customer: 'user_id', erasedBy: 'module' },
  demo_marks: { impersonal: 'what was done once, and when' },
  first_release: { impersonal: 'whether nodes of 0.2.0 may still come' },
  identity_attempts: { stays: 'throttling' },
  outbox_mails: { erasedBy: 'module' },
  pending_objects: { customer: 'user_id', erasedBy: 'module' },
  schema_needs: { impersonal: 'what the schema asks of earlier releases' },
  secrets: { impersonal: 'secrets of the installation' },
  sent_mails: { stays: 'mails sent before a restore are not sent again' },
  store_epoch: { impersonal: 'the epoch, by which database and store recognise each other' },
  worker_heartbeats: { impersonal: 'which workers are alive' },
};
