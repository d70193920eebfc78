import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { actOnEach } from '../../../platform/each-item.ts';
import { NIL_ID, NOBODY } from '../../../platform/ids.ts';
import { addJob, type Cron, keyedTask, PRIORITY, type Task } from '../../../platform/jobs/jobs.ts';
import type { Deps } from './deps.ts';
import { nameOrder } from './name-order.ts';
import { type PhotoRef, placePayload, REST_MS } from './stored-photos.ts';

type OrderDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'updateInAlbums'>;
type Unordered = { id: string; user_id: CustomerId; file_name: string };

const ORDER_BY_NAME = keyedTask('order-by-name', { foundBy: 'order-by-name' });
/** Starts the job, and restarts it if it was lost; a pending job keeps its time. */
export const ORDER_BY_NAME_CRON: Cron = { task: ORDER_BY_NAME, at: '*/10 * * * *', keepsTime: true };

const NAMES_PER_TURN = 1_000;

/** Behind all photos of a customer. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Fills in what breaks ties between equal times for photos from before names did, and from nodes of an earlier release, a
 * customer at a time (ADR 89). A round passes over a customer whose photos cannot be filled in: the next one, begun by the
 * schedule, tries again, and until then the audit names them.
 */
export function orderByNameTask(deps: OrderDeps): Task {
  const { db, clock, log } = deps;
  return {
    name: ORDER_BY_NAME,
    waitsForReconcile: false,
    async handle(payload) {
      const photos = await readUnordered(db, placePayload.parse(payload).after);
      const last = photos.at(-1);
      if (!last) return;
      const failed = await fillInEach(deps, photos);
      const ordered = photos.filter((photo) => !failed.has(photo.user_id)).length;
      if (ordered > 0) log.info({ photos: ordered }, 'photos of equal times were ordered by name');
      const after = { customerId: last.user_id, photoId: failed.has(last.user_id) ? LAST_ID : last.id };
      const runAt = new Date(clock().getTime() + REST_MS);
      const options = { key: ORDER_BY_NAME, priority: PRIORITY.housekeeping, runAt };
      await addJob(db, ORDER_BY_NAME, { after }, options);
    },
  };
}

async function readUnordered(db: Database, after?: PhotoRef): Promise<Unordered[]> {
  const { customerId, photoId } = after ?? { customerId: NOBODY, photoId: NIL_ID };
  const { rows } = await sql<Unordered>`select user_id, id, file_name from photos
    where name_order = '' and (user_id, id) > (${customerId}::uuid, ${photoId}::uuid)
    order by user_id, id limit ${NAMES_PER_TURN}`.execute(db);
  return rows;
}

/** Returns the customers whose photos could not be filled in. */
async function fillInEach(deps: OrderDeps, photos: readonly Unordered[]): Promise<Set<string>> {
  const ofCustomers = Map.groupBy(photos, (photo) => photo.user_id);
  const failed = new Set(ofCustomers.keys());
  await actOnEach(
    ofCustomers,
    async ([customerId, own]) => {
      await fillIn(deps, customerId, own);
      failed.delete(customerId);
    },
    {
      log: deps.log,
      message: 'photos could not be ordered by name',
      context: ([customerId]) => ({ customerId }),
    },
  );
  return failed;
}

async function fillIn(
  { db, updateInAlbums }: Pick<OrderDeps, 'db' | 'updateInAlbums'>,
  customerId: CustomerId,
  photos: readonly Unordered[],
): Promise<void> {
  const ids = photos.map(({ id }) => id);
  const names = photos.map(({ file_name }) => nameOrder(file_name));
  await db.transaction().execute(async (trx) => {
    await sql`select from photos where user_id = ${customerId} and id = any(${ids}::uuid[]) order by id for update`.execute(
      trx,
    );
    await sql`update photos set name_order = named.name
      from unnest(${ids}::uuid[], ${names}::text[]) as named (id, name)
      where user_id = ${customerId} and photos.id = named.id`.execute(trx);
    await updateInAlbums(trx, customerId, ids);
  });
}
