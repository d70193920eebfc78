import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asCustomerId, newCustomerId } from '../../../testing/customer-ids.ts';
import { refuseRows } from '../../../testing/refuse-rows.ts';
import { runRound } from '../../../testing/run-backfill.ts';
import { WORK_CHECKS } from '../storage-audit/work-checks.ts';
import { orderByName } from './order-by-name.ts';
import { startPhotos, type TestPhotos } from './photos.fixture.ts';
import { seedLibrary } from './seed-library.fixture.ts';

let api: TestPhotos;
beforeAll(async () => {
  api = await startPhotos();
});
afterAll(() => api.stop());

/** More photos than one batch. */
const MANY = 1_200;
const backfill = orderByName(async () => undefined);

/** A customer before all others. */
async function seedFirst() {
  const customerId = asCustomerId(`00000000${randomUUID().slice(8)}`);
  await seedLibrary(api, { customerId, photos: MANY });
  return customerId;
}

async function unordered(): Promise<Record<string, number>> {
  const rows = await api.db
    .selectFrom('photos')
    .select(['user_id', sql<number>`count(*)::int`.as('photos')])
    .where('name_order', '=', '')
    .groupBy('user_id')
    .execute();
  return Object.fromEntries(rows.map(({ user_id, photos }) => [user_id, photos]));
}

test('photos that cannot be ordered by name hold up no other, and the audit names one', async () => {
  const [stuck, other] = [await seedFirst(), newCustomerId()];
  await seedLibrary(api, { customerId: other, photos: 2 });
  await api.db.updateTable('photos').set({ name_order: '' }).execute();
  const { id } = await sql<{
    id: string;
  }>`select id from photos where user_id = ${stuck} order by id offset 700 limit 1`
    .execute(api.db)
    .then(({ rows }) => rows[0] ?? { id: '' });
  {
    await using _refused = await refuseRows(api.db, {
      table: 'photos',
      when: 'update',
      condition: `old.id = '${id}'`,
    });
    expect(await runRound(api.db, backfill)).toBe('repeat');
  }
  expect(await unordered()).toEqual({ [stuck]: 1 });
  const check = WORK_CHECKS.find(({ what }) => what.includes('could not be filled in'));
  const { rows } = await sql.raw<{ example: string }>(check?.query ?? '').execute(api.db);
  expect(rows).toEqual([{ example: `backfill order-by-name: 1 rows, such as ${stuck},${id}` }]);

  expect(await runRound(api.db, backfill)).toBe('done');
  expect(await unordered()).toEqual({});
});
