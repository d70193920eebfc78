import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { MINUTE_MS, startStopwatch } from '../clock.ts';
import { failureOf } from '../each-item.ts';
import { StartupError } from '../startup-error.ts';
import { type Database, onlyRow, type Queryable } from './database.ts';
import { isConflict, retryConflicts } from './errors.ts';
import { hasTable, isEarlier, readNodes } from './schema-version.ts';

/** The columns by which a row is found and ordered, as text. */
export type RowKey = readonly string[];

/** Fills in rows that existed before a migration, which declares it by `-- keepsake: backfill NAME` (ADR 132). */
export type Backfill = {
  /** A stored name: it never changes. */
  name: string;
  /** Keys of rows that are still to be filled in, in their order, from behind the given one; null stands before the first. */
  findRows(trx: Queryable, after: RowKey | null, limit: number): Promise<RowKey[]>;
  /** Fills in these rows, all or none. Some may have been deleted or filled in since they were found. */
  fill(trx: Queryable, keys: readonly RowKey[]): Promise<unknown>;
};

/**
 * What a batch came to: there are more rows; another node is at it; all rows are filled in; or a round is over that must be repeated,
 * because rows were skipped or nodes of an earlier release may have added some.
 */
export type Progress = 'more' | 'elsewhere' | 'done' | 'repeat';

type Log = Pick<Logger, 'info' | 'error'>;
type Round = {
  /** Key of the last row so far; null before the first batch. */
  position: RowKey | null;
  /** Rows of all rounds. */
  filled: number;
  /** Rows of this round, and the key of one of them. */
  skipped: number;
  example: string | null;
  /** Whether nodes of an earlier release were connected meanwhile. */
  isBesideEarlier: boolean;
};

/** Rows of a batch: one short transaction. */
const BATCH_ROWS = 500;

/**
 * Fills in the next rows of a backfill, in one transaction with its new position, so that a kill costs a batch and no row is filled in
 * twice. A row that cannot be filled in is skipped and logged. Throws only what every row would meet.
 */
export async function fillBatch(db: Database, backfill: Backfill, log: Log): Promise<Progress> {
  return retryConflicts(() => db.transaction().execute((trx) => fillNext(trx, backfill, log)));
}

async function fillNext(trx: Queryable, backfill: Backfill, log: Log): Promise<Progress> {
  const { name } = backfill;
  const round = await lockRound(trx, name);
  if (!round) return (await isDone(trx, name)) ? 'done' : 'elsewhere';
  const keys = await backfill.findRows(trx, round.position, BATCH_ROWS);
  const last = keys.at(-1);
  if (!last) return endRound(trx, name, round, log);
  const skipped = await fillOrSplit(trx, backfill, keys);
  const [first] = skipped;
  if (first) logSkipped(name, skipped, log);
  await saveRound(trx, name, {
    ...round,
    position: last,
    filled: round.filled + keys.length - skipped.length,
    skipped: round.skipped + skipped.length,
    example: first?.key.join() ?? round.example,
  });
  return 'more';
}

/** The round that goes on or begins; undefined if the backfill is done, unknown, or locked by another node. */
async function lockRound(trx: Queryable, name: string): Promise<Round | undefined> {
  const { rows } = await sql<Round & { version: string }>`
    select version, position, filled::int, skipped, example, is_beside_earlier as "isBesideEarlier" from backfills
    where name = ${name} and done_at is null for update skip locked`.execute(trx);
  const [stored] = rows;
  if (!stored) return undefined;
  const isBesideEarlier = (await readNodes(trx)).some((version) => isEarlier(version, stored.version));
  if (stored.position === null) return { ...stored, skipped: 0, example: null, isBesideEarlier };
  return { ...stored, isBesideEarlier: stored.isBesideEarlier || isBesideEarlier };
}

async function isDone(trx: Queryable, name: string): Promise<boolean> {
  const { rows } = await sql`select from backfills where name = ${name} and done_at is not null`.execute(trx);
  return rows.length > 0;
}

async function saveRound(trx: Queryable, name: string, round: Round): Promise<void> {
  const { position, filled, skipped, example, isBesideEarlier } = round;
  await sql`update backfills set position = ${position}::text[], filled = ${filled}, skipped = ${skipped},
      example = ${example}, is_beside_earlier = ${isBesideEarlier}, moved_at = now()
    where name = ${name}`.execute(trx);
}

async function endRound(trx: Queryable, name: string, round: Round, log: Log): Promise<Progress> {
  await saveRound(trx, name, { ...round, position: null });
  if (round.skipped > 0 || round.isBesideEarlier) return 'repeat';
  await sql`update backfills set done_at = now() where name = ${name}`.execute(trx);
  log.info({ backfill: name, rows: round.filled }, 'a backfill is done');
  return 'done';
}

type Skipped = { key: RowKey; error: Error };

/** Fills in rows together or, if that fails, in halves, until the rows are found that fail alone. */
async function fillOrSplit(
  trx: Queryable,
  backfill: Pick<Backfill, 'fill'>,
  keys: readonly RowKey[],
): Promise<Skipped[]> {
  await sql`savepoint rows_to_fill`.execute(trx);
  const error = await failureOf(() => backfill.fill(trx, keys));
  // The whole batch is tried again.
  if (isConflict(error)) throw error;
  if (error) await sql`rollback to savepoint rows_to_fill`.execute(trx);
  await sql`release savepoint rows_to_fill`.execute(trx);
  const [key] = keys;
  if (!error || !key) return [];
  if (keys.length === 1) return [{ key, error }];
  const middle = Math.ceil(keys.length / 2);
  const skipped = await fillOrSplit(trx, backfill, keys.slice(0, middle));
  return [...skipped, ...(await fillOrSplit(trx, backfill, keys.slice(middle)))];
}

/** Enough to see what they have in common. */
const LOGGED_ROWS = 10;

function logSkipped(name: string, skipped: readonly Skipped[], log: Log): void {
  const rows = skipped.slice(0, LOGGED_ROWS).map(({ key }) => key.join());
  const message = 'rows could not be filled in';
  log.error({ backfill: name, skipped: skipped.length, rows, err: skipped[0]?.error }, message);
}

/** Names of the backfills that are not done, those of later releases included. */
export async function readPendingBackfills(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from backfills where done_at is null order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Tells without waiting how many backfills are not done, as of up to a minute ago: for metrics. */
export async function watchBackfills(db: Database): Promise<() => number> {
  let pending = await readPendingBackfills(db);
  let sinceRead = startStopwatch();
  return () => {
    if (sinceRead() > MINUTE_MS) {
      sinceRead = startStopwatch();
      // Without the database the last number stands.
      readPendingBackfills(db).then(
        (found) => {
          pending = found;
        },
        () => undefined,
      );
    }
    return pending.length;
  };
}

type Added = {
  name: string;
  /** The release that the migrating node belongs to. */
  version: string;
  /** True where no rows existed. */
  isDone: boolean;
};

/** Adds the backfill that a migration declares, in its transaction. */
export async function addBackfill(trx: Queryable, { name, version, isDone }: Added): Promise<void> {
  await sql`insert into backfills (name, version, done_at) values (${name}, ${version}, case when ${isDone}::boolean then now() end)
    on conflict (name) do nothing`.execute(trx);
}

/**
 * Lets backfills that later releases declared begin anew: a node of this version, which starts after a release was taken back, adds
 * rows without what they fill in.
 */
export async function reopenLaterBackfills(db: Queryable, version: string): Promise<void> {
  if (!(await hasTable(db, 'backfills'))) return;
  const { rows } = await sql<{ name: string; version: string }>`select name, version from backfills`.execute(
    db,
  );
  const names = rows.filter((declared) => isEarlier(version, declared.version)).map(({ name }) => name);
  if (names.length > 0)
    await sql`update backfills set done_at = null, position = null where name = any(${names}::text[])`.execute(
      db,
    );
}

type Completing = { db: Database; backfills: readonly Backfill[]; log: Log };

/** How often a start looks whether another node has filled in its batch. */
const BATCH_ELSEWHERE_MS = 100;

/**
 * Fills in all rows that a migration relies on, while the nodes that are connected go on working. Throws StartupError if that is not
 * possible.
 */
export async function completeBackfill(
  { db, backfills, log }: Completing,
  name: string,
  migration: string,
): Promise<void> {
  if (await isDone(db, name)) return;
  const backfill = backfills.find((one) => one.name === name);
  if (!backfill)
    throw new Error(`${migration} waits for the backfill ${name}, which this version does not have`);
  log.info({ migration, backfill: name }, 'a migration waits until all rows are filled in');
  for (let rounds = 0; ; ) {
    const progress = await fillBatch(db, backfill, log);
    if (progress === 'done') return;
    if (progress === 'elsewhere') await pause(BATCH_ELSEWHERE_MS);
    // What spoilt a round that had begun before may be over.
    if (progress === 'repeat' && ++rounds > 1)
      throw new StartupError(
        `Migration ${migration} waits for the backfill ${name}: ${await explain(db, name)}.`,
      );
  }
}

/** Why a backfill has to go through its rows again. */
async function explain(db: Queryable, name: string): Promise<string> {
  const { skipped, example } = onlyRow(
    await sql<{ skipped: number; example: string | null }>`
      select skipped, example from backfills where name = ${name}`.execute(db),
  );
  return skipped > 0
    ? `${skipped} rows cannot be filled in, such as ${example}, and the log says why`
    : 'nodes of an earlier release are connected, which add rows without what it fills in: stop them, then start again';
}
