import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { actOnEach } from '../../../platform/each-item.ts';
import { addJob, type Cron, keyedTask, PRIORITY, type Task } from '../../../platform/jobs/jobs.ts';
import type { Deps } from './deps.ts';
import { nameOrder } from './name-order.ts';

type OrderDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'updateInAlbums'>;
type Unordered = { id: string; user_id: string; file_name: string };

const ORDER_BY_NAME = keyedTask('order-by-name', { foundBy: 'order-by-name' });
/** Starts the job, and restarts it if it was lost; a pending job keeps its time. */
export const ORDER_BY_NAME_CRON: Cron = { task: ORDER_BY_NAME, at: '*/10 * * * *', keepsTime: true };

const TURN_PHOTOS = 1_000;
const REST_MS = 1_000;

/**
 * Fills in what breaks ties between equal times for photos from before names did, and from nodes of an earlier release, a
 * customer at a time (ADR 89).
 */
export function orderByNameTask(deps: OrderDeps): Task {
  const { db, clock, log } = deps;
  return {
    name: ORDER_BY_NAME,
    waitsForReconcile: false,
    async handle() {
      const photos = await readUnordered(db);
      if (photos.length === 0) return;
      let ordered = 0;
      await actOnEach(
        Map.groupBy(photos, (photo) => photo.user_id),
        async ([userId, own]) => {
          await fillIn(deps, userId, own);
          ordered += own.length;
        },
        { log, message: 'photos could not be ordered by name', about: ([userId]) => ({ userId }) },
      );
      // Otherwise the schedule tries again.
      if (ordered === 0) return;
      log.info({ photos: ordered }, 'photos of equal times were ordered by name');
      const runAt = new Date(clock().getTime() + REST_MS);
      await addJob(db, ORDER_BY_NAME, {}, { key: ORDER_BY_NAME, priority: PRIORITY.housekeeping, runAt });
    },
  };
}

async function readUnordered(db: Database): Promise<Unordered[]> {
  const { rows } = await sql<Unordered>`select user_id, id, file_name from photos where name_order = ''
    order by user_id, id limit ${TURN_PHOTOS}`.execute(db);
  return rows;
}

async function fillIn(
  { db, updateInAlbums }: OrderDeps,
  userId: string,
  photos: readonly Unordered[],
): Promise<void> {
  const ids = photos.map(({ id }) => id);
  const names = photos.map(({ file_name }) => nameOrder(file_name));
  await db.transaction().execute(async (trx) => {
    await sql`select from photos where user_id = ${userId} and id = any(${ids}::uuid[]) order by id for update`.execute(
      trx,
    );
    await sql`update photos set name_order = named.name
      from unnest(${ids}::uuid[], ${names}::text[]) as named (id, name)
      where user_id = ${userId} and photos.id = named.id`.execute(trx);
    await updateInAlbums(trx, userId, ids);
  });
}
