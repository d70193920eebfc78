import { type Selectable, sql } from 'kysely';
import * as z from 'zod';
import type { Database, Queryable } from '../database/database.ts';
import type { StoreEpoch } from '../database/database-types.ts';
import { findStoredJson } from '../stored-json.ts';
import { ObjectNotFound, type ObjectStore } from './object-store.ts';

/** Objects below it belong to the installation rather than to a customer. */
export const SYSTEM_PREFIX = 'system/';
const KEY = `${SYSTEM_PREFIX}epoch.json`;

const storedSchema = z.object({
  installation: z.uuid(),
  epoch: z.int().min(0),
  writtenAt: z.string(),
  /** Of the database that wrote it; absent if PostgreSQL does not report it, and in earlier releases. */
  lineage: z.string().nullish(),
});
type StoredEpoch = z.infer<typeof storedSchema>;
/** Null for a store that never had one. An unreadable one says nothing about what the store lacks. */
type Found = StoredEpoch | 'unreadable' | null;
type SavedEpoch = Selectable<StoreEpoch>;
/** The database's side: its row, and its lineage if PostgreSQL reports it. */
type Own = { stored: SavedEpoch; lineage: string | null };

/**
 * How database and store relate: together, or one of them was restored from a backup; strangers belong to different
 * installations. A recovered database knows the last epoch but may lack what was saved since: it was restored to a point in time,
 * moved, or a standby took over.
 */
export type Status = 'together' | 'recovered' | 'database-older' | 'store-older' | 'strangers';

/** The status, and when each of the two was last written; null for a store that was never written, or does not say. */
export type Epochs = {
  status: Status;
  /** The database's number. */
  epoch: number;
  databaseAt: Date;
  storeAt: Date | null;
  /** Since when it is known that the database may be an earlier one; null if it is none, or nobody has noticed yet. */
  behindSince: Date | null;
  /** The time to which an operator says that the database was restored, which nothing else tells; then it counts as the older one. */
  restoredTo: Date | null;
};

/** Statuses in which the database may lack what was done since its backup. */
const BEHIND: readonly Status[] = ['database-older', 'recovered', 'strangers'];
export const isBehind = ({ status }: Pick<Epochs, 'status'>) => BEHIND.includes(status);

type Deps = { db: Database; objects: Pick<ObjectStore, 'read' | 'putBytes'> };

/** Compares the epochs of database and store. Throws if either is away. */
export async function compareEpochs({ db, objects }: Deps): Promise<Epochs> {
  // The store first: read later, it could be ahead by an epoch written in between.
  const stored = await readStored(objects);
  const lineage = await readLineage(db);
  return compare({ stored: await readSaved(db), lineage }, stored);
}

function compare({ stored: saved, lineage }: Own, stored: Found): Epochs {
  const { epoch, written_at: databaseAt, behind_since: behindSince, restored_to: restoredTo } = saved;
  const own = { epoch, databaseAt: restoredTo ?? databaseAt, behindSince, restoredTo };
  const storeAt = stored && stored !== 'unreadable' ? new Date(stored.writtenAt) : null;
  const status = stored === 'unreadable' ? 'store-older' : statusOf(saved, stored);
  if (restoredTo && status !== 'strangers') return { ...own, status: 'database-older', storeAt };
  if (stored === 'unreadable') return { ...own, status, storeAt };
  const isRecovered = lineage !== null && (stored?.lineage ?? lineage) !== lineage;
  return { ...own, status: status === 'together' && isRecovered ? 'recovered' : status, storeAt };
}

/** The database's epoch is raised first, so it is ahead by one while the store's is written, or after a kill. */
function statusOf(saved: SavedEpoch, stored: StoredEpoch | null): Status {
  if (stored && saved.epoch > 0 && stored.installation !== saved.installation) return 'strangers';
  const ahead = saved.epoch - (stored?.epoch ?? 0);
  if (ahead < 0) return 'database-older';
  return ahead > 1 ? 'store-older' : 'together';
}

/**
 * Raises both epochs; does nothing while the two disagree. Also done at every start, so that an earlier copy of the database's
 * folder is recognised as older.
 */
export async function writeEpoch(deps: Deps): Promise<Epochs> {
  const lineage = await readLineage(deps.db);
  const epochs = await locked(deps, async (trx, saved, stored) => {
    const epochs = compare({ stored: saved, lineage }, stored);
    if (epochs.status !== 'together') return isBehind(epochs) ? noteBehind(trx, epochs) : epochs;
    // A kill may have kept the previous epoch from the store.
    if (saved.epoch > (readable(stored)?.epoch ?? 0)) await store(deps, { stored: saved, lineage });
    await raise(trx, saved.epoch + 1);
    return epochs;
  });
  if (epochs.status === 'together') {
    await locked(deps, async (_trx, saved, stored) => {
      const isStill = compare({ stored: saved, lineage }, stored).status === 'together';
      if (isStill) await store(deps, { stored: saved, lineage });
    });
  }
  return epochs;
}

async function noteBehind(trx: Queryable, epochs: Epochs): Promise<Epochs> {
  const { behind_since: behindSince } = await trx
    .updateTable('store_epoch')
    .set({ behind_since: sql`coalesce(behind_since, clock_timestamp())` })
    .returning('behind_since')
    .executeTakeFirstOrThrow();
  return { ...epochs, behindSince };
}

/** Makes database and store agree from now on, whatever their state: only after a reconciliation. */
export async function joinEpochs(deps: Deps): Promise<void> {
  const lineage = await readLineage(deps.db);
  await locked(deps, async (trx, saved, found) => {
    const stored = readable(found);
    await raise(trx, Math.max(saved.epoch, stored?.epoch ?? 0) + 1);
    const installation = stored && saved.epoch === 0 ? stored.installation : saved.installation;
    await trx
      .updateTable('store_epoch')
      .set({ installation, reconciled_at: sql`now()`, restored_to: null })
      .execute();
  });
  await locked(deps, (_trx, saved) => store(deps, { stored: saved, lineage }));
}

/**
 * Begins restore mode because an operator says to what time the database was restored, or ends it again if it was not (null). What
 * the epochs themselves tell is not changed: a database that is older by them stays so.
 */
export async function setRestoredTo(deps: Deps, restoredTo: Date | null): Promise<Epochs> {
  await locked(deps, (trx) =>
    trx.updateTable('store_epoch').set({ restored_to: restoredTo, behind_since: null }).execute(),
  );
  const epochs = await compareEpochs(deps);
  return isBehind(epochs) ? noteBehind(deps.db, epochs) : epochs;
}

/**
 * Makes database and store agree about the database's new lineage, after a standby took over that has everything. False if there is
 * nothing to agree about, or more than the lineage differs.
 */
export async function acceptLineage(deps: Deps): Promise<boolean> {
  const lineage = await readLineage(deps.db);
  return locked(deps, async (trx, saved, stored) => {
    if (compare({ stored: saved, lineage }, stored).status !== 'recovered') return false;
    await store(deps, { stored: saved, lineage });
    await trx.updateTable('store_epoch').set({ behind_since: null }).execute();
    return true;
  });
}

/** When a restored database and its store were last reconciled, or null. */
export async function readReconciledAt(db: Queryable): Promise<Date | null> {
  return (await readSaved(db)).reconciled_at;
}

/** The number that the database has reached. */
export async function readEpoch(db: Queryable): Promise<number> {
  return (await readSaved(db)).epoch;
}

const readable = (found: Found) => (found === 'unreadable' ? null : found);

/** Only while the two agree or have been made to, so that neither is behind. */
const raise = (trx: Queryable, epoch: number) =>
  trx.updateTable('store_epoch').set({ epoch, written_at: sql`now()`, behind_since: null }).execute();

/** Only under the row's lock, so that no node overwrites a newer epoch with an older one. */
async function store({ objects }: Deps, { stored: saved, lineage }: Own): Promise<void> {
  const { installation, epoch, written_at } = saved;
  const stored: StoredEpoch = { installation, epoch, writtenAt: written_at.toISOString(), lineage };
  await objects.putBytes(KEY, Buffer.from(JSON.stringify(stored)));
}

type Work<Result> = (trx: Queryable, saved: SavedEpoch, stored: Found) => Promise<Result>;

function locked<Result>({ db, objects }: Deps, work: Work<Result>): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    const saved = await trx.selectFrom('store_epoch').selectAll().forUpdate().executeTakeFirstOrThrow();
    return work(trx, saved, await readStored(objects));
  });
}

function readSaved(db: Queryable): Promise<SavedEpoch> {
  return db.selectFrom('store_epoch').selectAll().executeTakeFirstOrThrow();
}

/** SQLSTATE from services that withhold these functions from their customers: no right, no such function, not supported. */
const UNTOLD = ['42501', '42883', '0A000'];

/**
 * The database's cluster and timeline: the first changes with initdb, the second with every recovery to a point in time and
 * whenever a standby takes over.
 */
export const LINEAGE = sql<string>`(select concat(system_identifier, '/', left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))
  from pg_control_system())`;

/** Null if PostgreSQL does not report it. */
async function readLineage(db: Database): Promise<string | null> {
  try {
    const { rows } = await sql<{ lineage: string }>`select ${LINEAGE} as lineage`.execute(db);
    return rows[0]?.lineage ?? null;
  } catch (error) {
    if (isUntold(error)) return null;
    throw error;
  }
}

/** Whether a database service withholds what was asked. */
export const isUntold = (error: unknown) => UNTOLD.includes((error as { code?: string }).code ?? '');

async function readStored(objects: Pick<ObjectStore, 'read'>): Promise<Found> {
  try {
    const text = (await objects.read(KEY)).toString();
    return findStoredJson(storedSchema, text) ?? 'unreadable';
  } catch (error) {
    if (error instanceof ObjectNotFound) return null;
    throw error;
  }
}
