import type { DeletionConsequence } from '@keepsake/contracts/account/account-deletion';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type * as z from 'zod';
import type { Database, Queryable } from './database/database.ts';
import type { DB, JsonValue } from './database/database-types.ts';

/** What a module keeps of a customer, as the module declares it: its tables say what becomes of rows that need no code. */
export type DeclaredData = {
  /** Its name in jobs. Stored, so it never changes. */
  area: string;
  /** What the customer would lose: the rows of a table, or what is counted now. */
  loses?: { kind: DeletionConsequence } & (
    | { rowsOf: keyof DB }
    | { count(customerId: CustomerId): Promise<number> }
  );
  /**
   * Erases everything that the tables do not say, rows and objects, in transactions of bounded size. Called again after a failure or a kill, it
   * resumes.
   * @returns null if nothing is left, otherwise when to call again: something must be kept until then, or jobs of its own
   *   are running.
   */
  erase?(customerId: CustomerId, closing: Closing): Promise<Date | null>;
  /** Its files in 'my data', one JSON file each. */
  files?: readonly (TableFile | DataFile)[];
  /**
   * Notifies other customers who see something of it, once the transaction commits that closes or reopens the customer's account.
   */
  notifyOthers?(trx: Queryable, customerId: CustomerId): Promise<void>;
};

/** Whether the account of a customer was erased here, so that nothing brings the customer back. */
export type IsErased = (db: Queryable, customerId: CustomerId) => Promise<boolean>;

/** The same, ready to be counted, erased and read. */
export type PersonalData = Pick<DeclaredData, 'area' | 'notifyOthers'> &
  Required<Pick<DeclaredData, 'erase'>> & {
    /** Kinds with a count of zero are left out. */
    countLosses?(customerId: CustomerId): Promise<Loss[]>;
    files?: readonly DataFile[];
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

/** Of a field; what reads other tables of the customer names the customer, as every query does. */
type Expression = RawBuilder<unknown> | ((customerId: CustomerId) => RawBuilder<unknown>);

/** A file with the customer's rows of a table; see `tableFile`. */
export type TableFile = Pick<DataFile, 'name'> & {
  row: z.ZodObject;
  table: keyof DB;
  customer?: string;
  only?: RawBuilder<unknown>;
  orderBy: readonly (string | RawBuilder<unknown>)[];
  from?: Readonly<Record<string, string | Expression>>;
  pageRows?: number;
};

type Column<Table extends keyof DB> = Extract<keyof DB[Table], string>;
type SnakeCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : '';
type ValueIn<Table extends keyof DB, Name> = Selectable<DB[Table]>[Name & keyof Selectable<DB[Table]>];
type Accepts<Value, Schema> = JsonValue extends Value
  ? true
  : null extends Value
    ? null extends z.input<Schema>
      ? true
      : false
    : true;
/** Fields that are in columns of their names: `lastFour` in `last_four`. */
type NamedLikeColumns<Table extends keyof DB, Shape> = {
  [Field in keyof Shape & string]: SnakeCase<Field> extends keyof DB[Table]
    ? Accepts<ValueIn<Table, SnakeCase<Field>>, Shape[Field]> extends true
      ? Field
      : never
    : never;
}[keyof Shape & string];
type Sources<Table extends keyof DB, Shape, Named> = {
  readonly [Field in Exclude<keyof Shape, Named>]: Column<Table> | Expression;
} & { readonly [Field in keyof Shape & Named]?: Column<Table> | Expression };

/**
 * Declares a file with one row for each of the customer's rows of a table. `from` names the column or expression of each field that is
 * in no column of its own name, and `only` which rows. `customer` is the column with the customer's id, where the module's tables do not
 * say it. The rows are ordered by `orderBy`, which is unique to a row and never null, and read `pageRows` at a time.
 */
export function tableFile<Table extends keyof DB, Shape extends z.core.$ZodShape>(
  file: Pick<DataFile, 'name'> & {
    row: z.ZodObject<Shape>;
    table: Table;
    customer?: Column<Table>;
    only?: RawBuilder<boolean>;
    orderBy: readonly (Column<Table> | RawBuilder<unknown>)[];
    pageRows?: number;
  } & (Exclude<keyof Shape, NamedLikeColumns<Table, Shape>> extends never
      ? { from?: Sources<Table, Shape, NamedLikeColumns<Table, Shape>> }
      : { from: Sources<Table, Shape, NamedLikeColumns<Table, Shape>> }),
): TableFile {
  return file as unknown as TableFile;
}

/** When to try again to erase what the store does not remove now. */
export const ERASE_AGAIN_MS = 30_000;

/** A time with all the digits that the database has, and its offset; other times are in UTC, to the millisecond. */
export const asStored = (column: string) => sql`to_json(${sql.ref(column)})`;

type Placed = Record<string, unknown> & { row_place: string[] };

/** Reads a declared file; `customer` is the column with the customer's id. */
export async function* readTableFile(
  db: Database,
  { row, table, only, orderBy, from = {}, pageRows = PAGE_ROWS }: TableFile,
  customer: string,
  customerId: CustomerId,
): AsyncGenerator<unknown> {
  const fields = Object.keys(row.shape).map(
    (field) => sql`${expressionOf(table, from[field] ?? snakeCase(field), customerId)} as ${sql.id(field)}`,
  );
  const order = orderBy.map((part) => expressionOf(table, part, customerId));
  const place = sql.join(order.map((part) => sql`(${part})::text`));
  const isMeant = only ? sql`and ${only}` : sql``;
  const rows = readByPage<Placed>(async (after, limit) => {
    const beyond = after ? sql`and (${sql.join(order)}) > (${sql.join(after.row_place)})` : sql``;
    const page =
      await sql<Placed>`select ${sql.join(fields)}, array[${place}] as row_place from ${sql.id(table)}
      where ${sql.ref(customer)} = ${customerId} ${isMeant} ${beyond} order by ${sql.join(order)} limit ${limit}`.execute(
        db,
      );
    return page.rows;
  }, pageRows);
  for await (const { row_place: _, ...values } of rows)
    yield Object.fromEntries(Object.entries(values).map(([field, value]) => [field, inJson(value)]));
}

function expressionOf(table: string, source: string | Expression, customerId: CustomerId) {
  if (typeof source === 'string') return sql.ref(`${table}.${source}`);
  return typeof source === 'function' ? source(customerId) : source;
}

const snakeCase = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const inJson = (value: unknown) => (value instanceof Date ? value.toISOString() : value);

const PAGE_ROWS = 1_000;

/** All rows of a query, read page by page; `readPage` returns at most `limit` rows after the given one, or from the first. */
async function* readByPage<Row>(
  readPage: (after: Row | undefined, limit: number) => Promise<Row[]>,
  limit: number,
): AsyncGenerator<Row> {
  for (let after: Row | undefined; ; ) {
    const rows = await readPage(after, limit);
    yield* rows;
    after = rows.at(-1);
    if (rows.length < limit) return;
  }
}
