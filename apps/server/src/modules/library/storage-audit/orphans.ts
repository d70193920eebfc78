import { DAY_MS } from '../../../platform/clock.ts';
import { type Database, readDatabaseTime } from '../../../platform/database/database.ts';
import { readReconciledAt } from '../../../platform/objects/epochs.ts';
import { isOwnKey } from '../../../platform/objects/folders.ts';
import { type Comparison, compareStored, MAX_EXAMPLES, type Options, readInPages } from './comparison.ts';

/**
 * Younger objects are left alone. A photo being saved has its row first, and no two clocks are a day apart; the rest is time to
 * notice that the database does not belong to the store.
 */
const SAFE_AGE_MS = 7 * DAY_MS;

export type Sweep = {
  /** Objects in the store, orphans among them, and orphans removed. */
  stored: number;
  orphans: number;
  removed: number;
  /** The maximum number of orphans that was removed, or would have been. */
  most: number;
  /** Orphans that `reconcile` left in the store, and that stay there. */
  spared: number;
  /** Whether the store removes nothing for now. */
  isHeld: boolean;
  /** The first few keys of orphans. */
  examples: string[];
};
type Sweeping = Options & {
  db: Database;
  now: Date;
  /** The maximum number of orphans to remove; if there are more, none is removed. */
  maxOrphans(stored: number): number;
};

/** The time by the slowest clock, the database's among them, so that a fast one makes nothing look old. */
export async function readSlowestTime(db: Database, times: readonly Date[]): Promise<Date> {
  return new Date(Math.min(...[...times, await readDatabaseTime(db)].map((time) => time.getTime())));
}

/**
 * If there are more orphans than this, the database is not the store's or was restored from a backup, and a person must decide.
 */
export const usualOrphans = (stored: number): number => Math.max(20, Math.floor(stored / 100));

/**
 * Removes orphans of a safe age, unless `reconcile` left them there: after a restore they are acknowledged photos of customers
 * whom the database does not know yet. All are counted before the first is removed. Repeating it, or running it twice at once, is
 * harmless.
 */
export async function removeOrphans({ db, now, maxOrphans, ...options }: Sweeping): Promise<Sweep> {
  const before = new Date(now.getTime() - SAFE_AGE_MS);
  const since = await readReconciledAt(db);
  const isOld = ({ key, changed_at }: StoredObject) => changed_at < before && isOwnKey(key);
  const isSpared = ({ changed_at }: StoredObject) => since !== null && changed_at <= since;
  const isRemovable = (object: StoredObject) => isOld(object) && !isSpared(object);
  return compareStored(options, async (comparison) => {
    const { stored } = comparison;
    const counted = await countOrphans(comparison, isRemovable);
    const { orphans: spared } = await countOrphans(comparison, (object) => isOld(object) && isSpared(object));
    const most = maxOrphans(stored);
    let removed = 0;
    const isHeld = !(await options.objects.mayRemove());
    if (counted.orphans > 0 && counted.orphans <= most && !isHeld) {
      for await (const keys of findOrphans(comparison, isRemovable)) {
        options.signal?.throwIfAborted();
        if (await options.objects.remove(keys)) removed += keys.length;
      }
    }
    return { stored, ...counted, spared, most, removed, isHeld };
  });
}

async function countOrphans(comparison: Comparison, isRemovable: (object: StoredObject) => boolean) {
  let orphans = 0;
  const examples: string[] = [];
  for await (const keys of findOrphans(comparison, isRemovable)) {
    orphans += keys.length;
    examples.push(...keys.slice(0, MAX_EXAMPLES - examples.length));
  }
  return { orphans, examples };
}

type StoredObject = { key: string; base: string; changed_at: Date };

/**
 * An object belongs to a photo, a file of an order or an online product, an invoice, the picture of a project, one of these that
 * was deleted and is not purged yet, an upload or a legacy upload.
 */
const ownerless = (objects: string) => `select stored.* from ${objects} as stored
  where not exists (select from photos where object_key = base)
    and not exists (select from photos where turned_key = base)
    and not exists (select from recently_deleted_photos where object_key = base)
    and not exists (select from recently_deleted_photos where turned_key = base)
    and not exists (select from deleted_photos where object_key = base)
    and not exists (select from (select unnest(object_keys) as key from deleted_batches) as batch where batch.key = base)
    and not exists (select from order_files where object_key = base)
    and not exists (select from online_product_files where object_key = base)
    and not exists (select from projects where picture_key = base)
    and not exists (select from invoices where object_key = base)
    and not exists (select from pending_objects where object_key = base)
    and not exists (select from legacy_uploads where object_key = key)
    and not exists (select from my_data_files where object_key = key)
    and not exists (select from (select unnest(issued_keys || pieces) as issued from uploads) as uploaded
      where issued = key)`;

const LISTED_AGAIN = '(select * from unnest($1::text[], $2::text[]) as listed (key, base))';

/** Keys of orphans, page by page: they have no row in the snapshot, and none added since. */
export async function* findOrphans(
  { client, fresh }: Comparison,
  isWanted: (object: StoredObject) => boolean = () => true,
): AsyncGenerator<string[]> {
  for await (const page of readInPages<StoredObject>(client, ownerless('stored'))) {
    const wanted = page.filter(isWanted);
    if (wanted.length === 0) continue;
    const { rows } = await fresh.query<{ key: string }>(ownerless(LISTED_AGAIN), [
      wanted.map(({ key }) => key),
      wanted.map(({ base }) => base),
    ]);
    yield rows.map(({ key }) => key);
  }
}

/** Keys of the whole files of uploads that were open at that moment, page by page. */
export async function* findWholeFiles({ client }: Comparison, openedBy: Date): AsyncGenerator<string[]> {
  const query = `select stored.key from (select unnest(issued_keys) as issued, bytes from uploads
      where state = 'open' and created_at <= '${openedBy.toISOString()}') as open
    join stored on stored.key = issued and stored.bytes = open.bytes`;
  for await (const page of readInPages<{ key: string }>(client, query)) yield page.map(({ key }) => key);
}
