import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { inTurn, lockCount, type Queryable } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
import { countRepairable, type LibrarySize, librarySizeSql, type Quota } from '../photos/index.ts';
import type { TusDeps } from './deps.ts';
import type { Opening } from './store.ts';

type QuotaDeps = Pick<TusDeps, 'db' | 'objects' | 'quota'>;
type Announced = { customerId: CustomerId; bytes: number };
type Open<Opened> = (db: Queryable, opening: Opening) => Promise<Opened | undefined>;

/**
 * Opens an upload, using `open`, if the library has room for it with all open uploads counted as saved. Uploads of a customer
 * that begin at the same time, on any nodes, begin one after the other, so that together they exceed neither the quota nor the
 * limits that `open` checks, and whatever has begun can be saved. A full library takes files that may repair a photo, which add
 * nothing to it. Throws `quota-exceeded`.
 */
export async function openSerially<Opened>(
  deps: QuotaDeps,
  announced: Announced,
  open: Open<Opened>,
): Promise<Opened | undefined> {
  const { db, quota } = deps;
  const turn = { lock: lockUploads, customerId: announced.customerId };
  const opened = await inTurn(db, turn, async (trx) =>
    (await hasRoom(trx, quota, announced))
      ? { upload: await open(trx, { isRepair: false, share: 1 }) }
      : null,
  );
  if (opened) return opened.upload;
  const repairable = await countRepairable(deps, announced);
  return await inTurn(db, turn, async (trx) => {
    if ((await countRepairs(trx, announced)) >= repairable) throw new Problem('quota-exceeded');
    return await open(trx, { isRepair: true, share: 1 });
  });
}

/** Leaves ample room for uploads that begin at the same moment, whose number is limited by the database's connections. */
const UNSERIALISED_SHARE = 0.1;

/** The same for a customer's own browser: while few uploads are open and no quota is set, nobody has to wait. */
export async function openWithinLimits<Opened>(
  deps: QuotaDeps,
  announced: Announced,
  open: Open<Opened>,
): Promise<Opened | undefined> {
  const opened = isUnlimited(deps.quota)
    ? await open(deps.db, { isRepair: false, share: UNSERIALISED_SHARE })
    : undefined;
  return opened ?? (await openSerially(deps, announced, open));
}

const isUnlimited = ({ photos, bytes }: Quota) => photos === null && bytes === null;

/** Throws `quota-exceeded` if an upload meant to repair a photo became a new one for which there is no room. */
export async function requireQuota(trx: Queryable, quota: Quota, announced: Announced): Promise<void> {
  await lockUploads(trx, announced.customerId);
  if (!(await hasRoom(trx, quota, announced))) throw new Problem('quota-exceeded');
}

const lockUploads = (trx: Queryable, customerId: CustomerId) => lockCount(trx, 'uploads', customerId);

async function hasRoom(trx: Queryable, quota: Quota, { customerId, bytes }: Announced): Promise<boolean> {
  if (isUnlimited(quota)) return true;
  const size = await readPlannedSize(trx, customerId);
  return !isOver(size.photos + 1, quota.photos) && !isOver(size.bytes + bytes, quota.bytes);
}

const isOver = (amount: number, most: number | null) => most !== null && amount > most;

/** The size of the library once all open uploads are saved; in one statement, because some are saved in the meantime. */
async function readPlannedSize(trx: Queryable, customerId: CustomerId): Promise<LibrarySize> {
  const { rows } = await sql<LibrarySize>`
    select library.photos + waiting.photos as photos, library.bytes + waiting.bytes as bytes
    from (${librarySizeSql(customerId)}) as library, (
      select count(*) as photos, coalesce(sum(bytes), 0)::bigint as bytes
      from uploads where user_id = ${customerId} and state = 'open' and not is_repair) as waiting`.execute(
    trx,
  );
  return rows[0] ?? { photos: 0, bytes: 0 };
}

/** Number of open uploads of a size that may repair a photo. */
async function countRepairs(trx: Queryable, { customerId, bytes }: Announced): Promise<number> {
  const { repairs } = await trx
    .selectFrom('uploads')
    .select((eb) => eb.fn.countAll<number>().as('repairs'))
    .where('user_id', '=', customerId)
    .where('state', '=', 'open')
    .where('is_repair', '=', true)
    .where('bytes', '=', bytes)
    .executeTakeFirstOrThrow();
  return repairs;
}
