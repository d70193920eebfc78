import { randomUUID } from 'node:crypto';
import { createTempSelection } from '@keepsake/contracts/creations/print-orders';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { MAX_IDS_PER_CALL } from '@keepsake/contracts/platform/limits';
import type { ProblemBody } from '@keepsake/contracts/platform/problem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { addPhotoRow } from '../../../testing/photos.ts';
import { startWorld } from '../../../testing/start-world.ts';
import { markFavourites, setCaption } from '../../library/photos/customer-marks.ts';
import { turnPhotos } from '../../library/photos/turn-photos.ts';
import { createPrintOrders } from './index.ts';

type AnyBody = Required<ProblemBody> & { tempSelectionId: string; photoIds: string[] };

const DAY_MS = 86_400_000;
const startPrintOrders = () => startWorld({ modules: (parts) => [createPrintOrders(parts)] });
let world: Awaited<ReturnType<typeof startPrintOrders>>;
beforeAll(async () => {
  world = await startPrintOrders();
});
afterAll(() => world.stop());

async function addPhotos(customerId: CustomerId, count: number): Promise<string[]> {
  const photoIds: string[] = [];
  for (let at = 0; at < count; at++) photoIds.push((await addPhotoRow(world, customerId)).photoId);
  return photoIds;
}
const call = (customerId: CustomerId, method: string, path: string, body?: object) =>
  world.call<AnyBody>(customerId, method, `/temp-selections${path}`, body);
const create = (customerId: CustomerId, photoIds: string[]) =>
  call(customerId, 'POST', createTempSelection.path, { photoIds });
const open = (customerId: CustomerId, id: string) => call(customerId, 'GET', `/temp-selections/${id}`);

describe('a temporary selection', () => {
  test('returns its photos in the order of selection, each once [PRT-08] [PRT-09]', async () => {
    const mia = newCustomerId();
    const [first = '', second = '', third = ''] = await addPhotos(mia, 3);
    const { status, body } = await create(mia, [third, first, second, first]);
    expect(status).toBe(200);
    expect(await open(mia, body.tempSelectionId)).toEqual({
      status: 200,
      body: { photoIds: [third, first, second] },
    });
  });

  test('says which of its photos are favourites when it is opened, in the same order', async () => {
    const mia = newCustomerId();
    const photoIds = await addPhotos(mia, 3);
    const [first = '', , third = ''] = photoIds;
    const { body } = await create(mia, photoIds);
    const marking = { photoIds: [third, first], isFavourite: true };
    await world.db.transaction().execute((trx) => markFavourites(trx, mia, marking));
    const answered = { photoIds, favouriteIds: [first, third] };
    expect((await open(mia, body.tempSelectionId)).body).toEqual(answered);
  });

  test('says what its customer wrote about its photos when it is opened', async () => {
    const mia = newCustomerId();
    const photoIds = await addPhotos(mia, 3);
    const [first = '', , third = ''] = photoIds;
    const { body } = await create(mia, photoIds);
    for (const [photoId, caption] of [
      [third, 'Three'],
      [first, 'One'],
    ] as const)
      await setCaption({ db: world.db, clock: () => new Date() }, { customerId: mia, photoId, caption });
    const captions = [
      { photoId: first, caption: 'One' },
      { photoId: third, caption: 'Three' },
    ];
    expect((await open(mia, body.tempSelectionId)).body).toEqual({ photoIds, captions });
  });

  test('says by how much its photos are turned when it is opened', async () => {
    const mia = newCustomerId();
    const photoIds = await addPhotos(mia, 3);
    const [first = '', , third = ''] = photoIds;
    const { body } = await create(mia, photoIds);
    await world.db.transaction().execute((trx) => turnPhotos(trx, mia, { photoIds: [third], degrees: 90 }));
    await world.db.transaction().execute((trx) => turnPhotos(trx, mia, { photoIds: [first], degrees: 180 }));
    const turns = [
      { photoId: first, degrees: 180 },
      { photoId: third, degrees: 90 },
    ];
    expect((await open(mia, body.tempSelectionId)).body).toEqual({ photoIds, turns });
  });

  test('accepts the customer’s own photos only: another’s is answered like an unknown one [PRT-08]', async () => {
    const [mia, noah] = [newCustomerId(), newCustomerId()];
    const [[own = ''], [foreign = '']] = [await addPhotos(mia, 1), await addPhotos(noah, 1)];
    const { correlationId: _, ...ofForeign } = (await create(mia, [own, foreign])).body;
    const { correlationId: __, ...ofUnknown } = (await create(mia, [own, randomUUID()])).body;
    expect(ofForeign).toEqual(ofUnknown);
    expect(ofForeign.status).toBe(404);
  });

  test('can be opened by its customer only [PRT-09]', async () => {
    const mia = newCustomerId();
    const { body } = await create(mia, await addPhotos(mia, 1));
    expect((await open(newCustomerId(), body.tempSelectionId)).status).toBe(404);
    expect((await open(mia, randomUUID())).status).toBe(404);
  });

  test('omits photos deleted in the meantime [PRT-09]', async () => {
    const mia = newCustomerId();
    const [stored = '', gone = ''] = await addPhotos(mia, 2);
    const { body } = await create(mia, [gone, stored]);
    await world.db.deleteFrom('photos').where('user_id', '=', mia).where('id', '=', gone).execute();
    expect((await open(mia, body.tempSelectionId)).body.photoIds).toEqual([stored]);
  });

  test('expires after a week, and is deleted', async () => {
    const mia = newCustomerId();
    const { body } = await create(mia, await addPhotos(mia, 1));
    const made = world.clock.now;
    world.clock.now = new Date(made.getTime() + 7 * DAY_MS - 1);
    await world.run('forget-expired');
    expect((await open(mia, body.tempSelectionId)).status).toBe(200);
    world.clock.now = new Date(made.getTime() + 7 * DAY_MS);
    expect((await open(mia, body.tempSelectionId)).status).toBe(404);
    await world.run('forget-expired');
    expect(
      await world.db.selectFrom('temp_selections').select('id').where('user_id', '=', mia).execute(),
    ).toEqual([]);
    world.clock.now = made;
  });

  test('holds up to ten thousand photos, and their number per customer is limited', async () => {
    const mia = newCustomerId();
    const [photoId = ''] = await addPhotos(mia, 1);
    const many = Array.from({ length: MAX_IDS_PER_CALL + 1 }, () => photoId);
    expect((await create(mia, many)).status).toBe(400);
    expect((await create(mia, [])).status).toBe(400);
    expect((await create(mia, many.slice(1))).status).toBe(200);
    const later = await Promise.all(Array.from({ length: 119 }, () => create(mia, [photoId])));
    expect(later.every(({ status }) => status === 200)).toBe(true);
    expect((await create(mia, [photoId])).status).toBe(429);
  });
});
