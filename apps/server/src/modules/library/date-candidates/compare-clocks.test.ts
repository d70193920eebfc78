import { randomUUID } from 'node:crypto';
import type { compareClocks } from '@keepsake/contracts/library/date-candidates';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import { DAY_SECONDS, HOUR_SECONDS } from '@keepsake/contracts/platform/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { HALDEN, PHONE, startCandidates, type TestCandidates } from './date-candidates.fixture.ts';

let world: TestCandidates;
beforeAll(async () => {
  world = await startCandidates();
});
afterAll(() => world.stop());

type Customer = ReturnType<typeof newCustomerId>;
const compare = (customer: Customer, photoIds: readonly string[], albumId?: string) =>
  world.call<ResponseOf<typeof compareClocks>>(customer, 'POST', '/photo-management/photos/dates/clocks', {
    photoIds,
    albumId,
  });

describe('two cameras at one party', () => {
  test('differ by the time between two photos, and each has photos of two days around', async () => {
    const customer = newCustomerId();
    const right = await world.add(customer, 'a.jpg', '2019-07-04T16:30:00', { camera: PHONE });
    const wrong = await world.add(customer, 'b.jpg', '2019-07-04T15:27:00.400', { camera: HALDEN });
    const alsoWrong = await world.add(customer, 'c.jpg', '2019-07-06T15:00:00', { camera: HALDEN });
    await world.add(customer, 'd.jpg', '2019-07-06T15:30:00', { camera: HALDEN });
    await world.add(customer, 'e.jpg', '2019-07-04T12:00:00', { camera: HALDEN, correctedTo: 'day' });
    await world.add(customer, 'f.jpg', '2019-07-04T12:00:00');
    const shift = HOUR_SECONDS + 180;
    expect((await compare(customer, [right, wrong])).body).toEqual({
      clocks: [
        { photoId: right, camera: PHONE, shiftSeconds: -shift, photoIds: [right] },
        { photoId: wrong, camera: HALDEN, shiftSeconds: shift, photoIds: [wrong, alsoWrong] },
      ],
    });
  });

  test('have all their photos of an album, wherever their clocks were', async () => {
    const customer = newCustomerId();
    const right = await world.add(customer, 'a.jpg', '2019-07-04T16:30:00', { camera: PHONE });
    const wrong = await world.add(customer, 'b.jpg', '2003-01-01T00:00:00', { camera: HALDEN });
    const far = await world.add(customer, 'c.jpg', '2003-01-20T00:00:00', { camera: HALDEN });
    await world.add(customer, 'd.jpg', '2003-01-01T10:00:00', { camera: HALDEN });
    const albumId = await world.addAlbum(customer, 'Trip', [right, wrong, far]);
    const { clocks } = (await compare(customer, [right, wrong], albumId)).body;
    expect(clocks.map(({ photoIds }) => photoIds)).toEqual([[right], [wrong, far]]);
    const other = newCustomerId();
    const foreign = await world.addAlbum(other, 'Trip', [
      await world.add(other, 'c.jpg', '2003-01-20T00:00:00', { camera: HALDEN }),
    ]);
    const alone = (await compare(customer, [right, wrong], foreign)).body.clocks;
    expect(alone.map(({ photoIds }) => photoIds)).toEqual([[right], [wrong]]);
  });

  test('have nothing to move without dates with times, two cameras, or a difference', async () => {
    const customer = newCustomerId();
    const phone = await world.add(customer, 'a.jpg', '2019-07-04T16:30:00', { camera: PHONE });
    const samePhone = await world.add(customer, 'b.jpg', '2019-07-04T17:30:00', { camera: PHONE });
    const sameTime = await world.add(customer, 'c.jpg', '2019-07-04T16:30:00', { camera: HALDEN });
    const undated = await world.add(customer, 'd.jpg', null, { camera: HALDEN });
    const partial = await world.add(customer, 'e.jpg', '2019-07-04T12:00:00', {
      camera: HALDEN,
      correctedTo: 'day',
    });
    const obstacleOf = async (photoId: string) => (await compare(customer, [phone, photoId])).body;
    expect(await obstacleOf(samePhone)).toEqual({ clocks: [], obstacle: 'camera' });
    expect(await obstacleOf(phone)).toEqual({ clocks: [], obstacle: 'camera' });
    expect(await obstacleOf(sameTime)).toEqual({ clocks: [], obstacle: 'time' });
    expect(await obstacleOf(undated)).toEqual({ clocks: [], obstacle: 'date' });
    expect(await obstacleOf(partial)).toEqual({ clocks: [], obstacle: 'date' });
  });

  test('may be years apart, and one may name no camera', async () => {
    const customer = newCustomerId();
    const scan = await world.add(customer, 'a.jpg', '1974-07-04T16:30:00');
    const right = await world.add(customer, 'b.jpg', '2019-07-04T16:30:00', { camera: PHONE });
    const { clocks } = (await compare(customer, [scan, right])).body;
    expect(clocks[0]).toEqual({
      photoId: scan,
      camera: {},
      shiftSeconds: 16_436 * DAY_SECONDS,
      photoIds: [scan],
    });
  });

  test("are the customer's own", async () => {
    const [customer, other] = [newCustomerId(), newCustomerId()];
    const mine = await world.add(customer, 'a.jpg', '2019-07-04T16:30:00', { camera: PHONE });
    const theirs = await world.add(other, 'b.jpg', '2019-07-04T17:30:00', { camera: HALDEN });
    expect((await compare(customer, [mine, theirs])).status).toBe(404);
    expect((await compare(customer, [mine, randomUUID()])).status).toBe(404);
    for (const photoIds of [[mine], [mine, mine, mine], []])
      expect((await compare(customer, photoIds)).status).toBe(400);
  });
});
