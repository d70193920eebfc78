import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asCustomerId, newCustomerId } from '../../../testing/customer-ids.ts';
import { refuseRows } from '../../../testing/refuse-rows.ts';
import { WORK_CHECKS } from '../storage-audit/work-checks.ts';
import { startPhotos, type TestPhotos } from './photos.fixture.ts';
import { seedLibrary } from './seed-library.fixture.ts';

let api: TestPhotos;
beforeAll(async () => {
  api = await startPhotos();
});
afterAll(() => api.stop());

/** More photos than one turn of the job fills in. */
const MANY = 1_500;

/** A customer before all others, with photos that the job does not reach the end of in one turn. */
async function seedFirst() {
  const customerId = asCustomerId(`00000000${randomUUID().slice(8)}`);
  await seedLibrary(api, { customerId, photos: MANY });
  return customerId;
}

/** Runs the job as often as it adds itself, at most `times`. */
async function runRound(times: number): Promise<void> {
  let payload = {};
  for (let turn = 0; turn < times; turn++) {
    await api.run('order-by-name', payload);
    const { rows } = await sql<{ payload: object }>`delete from graphile_worker._private_jobs
      where key = 'order-by-name' returning payload`.execute(api.db);
    if (!rows[0]) return;
    payload = rows[0].payload;
  }
  throw new Error('The round does not end');
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

test('a customer whose photos cannot be ordered by name holds up no other, and the audit names them', async () => {
  const [stuck, other] = [await seedFirst(), newCustomerId()];
  await seedLibrary(api, { customerId: other, photos: 2 });
  await api.db.updateTable('photos').set({ name_order: '' }).execute();
  const condition = `old.user_id = '${stuck}'`;
  {
    await using _refused = await refuseRows(api.db, { table: 'photos', when: 'update', condition });
    await runRound(5);
  }
  expect(await unordered()).toEqual({ [stuck]: MANY });
  const check = WORK_CHECKS.find(({ what }) => what.includes('ordered by name'));
  const { rows } = await sql.raw<{ example: string }>(check?.query ?? '').execute(api.db);
  expect(rows).toEqual([{ example: `${MANY} photos of ${stuck}` }]);

  await runRound(5);
  expect(await unordered()).toEqual({});
});
