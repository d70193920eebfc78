import { randomBytes } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { areaOf } from '../../../testing/erase-customer.ts';
import { personalPhotos, TABLES } from './personal-data.ts';
import { startPhotos, type TestPhotos } from './photos.fixture.ts';

let world: TestPhotos;
beforeAll(async () => {
  world = await startPhotos();
});
afterAll(() => world.stop());

let [anna, noah] = [newCustomerId(), newCustomerId()];
beforeEach(async () => {
  [anna, noah] = [newCustomerId(), newCustomerId()];
  for (const customerId of [anna, noah]) await world.add(customerId, { takenAt: '2019-07-04T15:30:12' });
  await world.add(anna, { fileName: 'b.jpg' });
});

const NOTHING = Object.keys(TABLES).map(() => 0);
const closing = { closedAt: new Date(), emails: [] };
const data = () =>
  areaOf(world.db, {
    tables: TABLES,
    personalData: personalPhotos({ ...world, clock: () => world.clock.now }),
  });
const stored = async (customerId: CustomerId) =>
  (await world.stored()).filter((key) => key.startsWith(`photos/${customerId}/`));

async function countRows(customerId: CustomerId): Promise<number[]> {
  const counts: number[] = [];
  for (const table of Object.keys(TABLES)) {
    const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from ${sql.table(table)}
      where user_id = ${customerId}`.execute(world.db);
    counts.push(rows[0]?.rows ?? 0);
  }
  return counts;
}

/** Repeats the erasure until nothing is left, running a worker's job in between; returns the number of attempts. */
async function eraseWholly(customerId: CustomerId): Promise<number> {
  for (let wanted = 1; wanted < 10; wanted++) {
    if ((await data().erase(customerId, closing)) === null) return wanted;
    await world.run('delete-library', { customerId });
    await world.run('purge-photos', { customerId });
  }
  throw new Error('It is never erased');
}

describe('the photos of a customer', () => {
  test('are counted, and erased with their objects, and no others', async () => {
    expect(await data().countLosses?.(anna)).toEqual([{ kind: 'photos', count: 2 }]);
    const [before, objectsBefore] = [await countRows(noah), await stored(noah)];
    const [first] = (await world.get(anna, '/photos')).body.images;
    await world.call(anna, 'DELETE', '/photos', { photoIds: [first?.imageId] });
    expect(await eraseWholly(anna)).toBe(2);
    expect([await countRows(anna), await stored(anna)]).toEqual([NOTHING, []]);
    expect([await countRows(noah), await stored(noah)]).toEqual([before, objectsBefore]);
    expect(await data().erase(anna, closing)).toBeNull();
    expect(await data().countLosses?.(anna)).toEqual([]);
  });

  test('are erased even if a deletion was requested before the last of them arrived', async () => {
    await world.db.transaction().execute(async (trx) => {
      const requested = { user_id: anna, requested_at: new Date(0), total: 2 };
      await trx.insertInto('photo_deletions').values(requested).execute();
    });
    expect(await eraseWholly(anna)).toBeGreaterThan(2);
    expect([await countRows(anna), await stored(anna)]).toEqual([NOTHING, []]);
  });

  test('leave nothing in their folder, not even orphaned objects', async () => {
    for (const name of ['lost', 'lost.300.jpg'])
      await world.objects.putBytes(`photos/${anna}/${name}`, randomBytes(9));
    await eraseWholly(anna);
    expect(await stored(anna)).toEqual([]);
  });

  test('wait while the store does not remove objects', async () => {
    await world.objects.putBytes(`photos/${anna}/lost`, randomBytes(9));
    await world.db.deleteFrom('photos').where('user_id', '=', anna).execute();
    const remove = vi.spyOn(world.objects, 'remove').mockResolvedValue(false);
    const repeated = await data().erase(anna, closing);
    expect(repeated?.getTime()).toBeGreaterThan(world.clock.now.getTime());
    remove.mockRestore();
    expect(await data().erase(anna, closing)).toBeNull();
    expect(await stored(anna)).toEqual([]);
  });

  test("are rows of 'my data' that match the published schema", async () => {
    const [file] = data().files ?? [];
    if (!file) throw new Error('There is no file of photos');
    const rows = await Array.fromAsync(file.read(anna));
    const [first, second] = rows.map((row) => z.parse(file.row, row));
    expect(first).toMatchObject({
      taken: '2019-07-04T15:30:12',
      correctedTo: null,
      recordedTaken: null,
      bytes: 64,
      isOrdered: false,
      isFavourite: false,
    });
    expect(second).toMatchObject({ fileName: 'b.jpg', taken: null });
    expect(rows).toHaveLength(2);
  });

  test("are in 'my data' in a file of their own while they can come back", async () => {
    const [first, ...others] = (await world.get(anna, '/photos')).body.images.map(({ imageId }) => imageId);
    await world.call(anna, 'DELETE', '/photos', { photoIds: [first] });
    const [there, deleted] = await Promise.all(
      (data().files ?? []).map((file) =>
        Array.fromAsync(file.read(anna)).then((rows) =>
          rows.map((row) => z.parse(z.object({ id: z.uuid() }), row).id),
        ),
      ),
    );
    expect([there, deleted]).toEqual([others, [first]]);
  });
});
