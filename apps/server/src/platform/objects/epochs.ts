import { type Selectable, sql } from 'kysely';
import * as z from 'zod';
import type { Database, Queryable } from '../database/database.ts';
import type { StoreEpoch } from '../database/database-types.ts';
import { ObjectNotFound, type ObjectStore } from './object-store.ts';

/** Objects below it belong to the installation and not to a customer. */
export const SYSTEM_PREFIX = 'system/';
const KEY = `${SYSTEM_PREFIX}epoch.json`;

const storedSchema = z.object({
  installation: z.uuid(),
  epoch: z.int().min(0),
  writtenAt: z.string(),
});
type StoredEpoch = z.infer<typeof storedSchema>;
type KeptEpoch = Selectable<StoreEpoch>;

/**
 * How database and store stand to each other: together, or one of them was restored from a backup; strangers belong to
 * different installations.
 */
export type Standing = 'together' | 'database-older' | 'store-older' | 'strangers';

/** The standing, and when each of the two was last written; null for a store that never was. */
export type Epochs = { standing: Standing; databaseAt: Date; storeAt: Date | null };

type Deps = { db: Database; objects: Pick<ObjectStore, 'read' | 'putBytes'> };

/** Compares the epochs of database and store. Throws when either is away. */
export async function compareEpochs({ db, objects }: Deps): Promise<Epochs> {
  // The store first: read later, it could be ahead by an epoch that was written in between.
  const stored = await readStored(objects);
  return compare(await readKept(db), stored);
}

function compare(kept: KeptEpoch, stored: StoredEpoch | null): Epochs {
  const storeAt = stored && new Date(stored.writtenAt);
  return { standing: standingOf(kept, stored), databaseAt: kept.written_at, storeAt };
}

/** The database's epoch is raised first, so it is ahead by one while the store's is written, or after a kill. */
function standingOf(kept: KeptEpoch, stored: StoredEpoch | null): Standing {
  if (stored && kept.epoch > 0 && stored.installation !== kept.installation) return 'strangers';
  const ahead = kept.epoch - (stored?.epoch ?? 0);
  if (ahead < 0) return 'database-older';
  return ahead > 1 ? 'store-older' : 'together';
}

/** Raises both epochs; does nothing while the two disagree. */
export async function writeEpoch(deps: Deps): Promise<Epochs> {
  const epochs = await locked(deps, async (trx, kept, stored) => {
    const epochs = compare(kept, stored);
    // Unless the last one has not reached the store yet.
    if (epochs.standing === 'together' && kept.epoch === (stored?.epoch ?? 0))
      await raise(trx, kept.epoch + 1);
    return epochs;
  });
  if (epochs.standing === 'together') await storeKept(deps);
  return epochs;
}

/** Makes database and store agree from now on, whatever they were before: only after a reconciliation. */
export async function joinEpochs(deps: Deps): Promise<void> {
  await locked(deps, async (trx, kept, stored) => {
    await raise(trx, Math.max(kept.epoch, stored?.epoch ?? 0) + 1);
    const installation = stored && kept.epoch === 0 ? stored.installation : kept.installation;
    await trx.updateTable('store_epoch').set({ installation, reconciled_at: sql`now()` }).execute();
  });
  await storeKept(deps);
}

/** When a restored database and its store were last brought together, or null. */
export async function readReconciledAt(db: Queryable): Promise<Date | null> {
  return (await readKept(db)).reconciled_at;
}

const raise = (trx: Queryable, epoch: number) =>
  trx.updateTable('store_epoch').set({ epoch, written_at: sql`now()` }).execute();

/** Under the row's lock, so that no node stores an older epoch over a newer one. */
function storeKept(deps: Deps): Promise<void> {
  return locked(deps, async (_trx, { installation, epoch, written_at }) => {
    const stored: StoredEpoch = { installation, epoch, writtenAt: written_at.toISOString() };
    await deps.objects.putBytes(KEY, Buffer.from(JSON.stringify(stored)));
  });
}

type Work<Result> = (trx: Queryable, kept: KeptEpoch, stored: StoredEpoch | null) => Promise<Result>;

function locked<Result>({ db, objects }: Deps, work: Work<Result>): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    const kept = await trx.selectFrom('store_epoch').selectAll().forUpdate().executeTakeFirstOrThrow();
    return work(trx, kept, await readStored(objects));
  });
}

function readKept(db: Queryable): Promise<KeptEpoch> {
  return db.selectFrom('store_epoch').selectAll().executeTakeFirstOrThrow();
}

async function readStored(objects: Pick<ObjectStore, 'read'>): Promise<StoredEpoch | null> {
  try {
    return storedSchema.parse(JSON.parse((await objects.read(KEY)).toString()));
  } catch (error) {
    if (error instanceof ObjectNotFound) return null;
    throw error;
  }
}
