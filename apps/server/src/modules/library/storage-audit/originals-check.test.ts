import { createHash } from 'node:crypto';
import type { getOriginalsCheck } from '@keepsake/contracts/library/originals-check';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { addStoredPhoto } from '../../../testing/photos.ts';
import { startWorld } from '../../../testing/start-world.ts';
import { createStorageAudit } from './index.ts';
import { type ScrubDeps, scrubTask } from './scrub.ts';

const DAY = 24 * 3_600_000;
const hidden = new Set<CustomerId>();
const start = () =>
  startWorld({
    modules: async (parts) => [
      createStorageAudit({
        ...parts,
        isRemovingOrphans: false,
        scrubBytesPerSecond: 1_000_000,
        timeZoneOf: async () => 'Europe/Vienna',
        isLibraryHidden: async (customerId) => hidden.has(customerId),
      }),
    ],
  });
let world: Awaited<ReturnType<typeof start>>;
let anna: CustomerId;
beforeEach(async () => {
  world = await start();
  anna = newCustomerId();
});
afterEach(() => world.stop());

const later = (ms: number) => {
  world.clock.now = new Date(world.clock.now.getTime() + ms);
};
async function add(count: number, customerId = anna) {
  const added = [];
  for (let at = 0; at < count; at++)
    added.push(await addStoredPhoto(world, customerId, { fileName: `photo-${at}.jpg` }));
  return added;
}
const turn = (changed: Partial<ScrubDeps> = {}) =>
  scrubTask({ ...world, clock: () => world.clock.now, scrubBytesPerSecond: 1_000_000, ...changed }).handle(
    {},
    { attempt: 1, maxAttempts: 3 },
  );
const isUnderWay = async () =>
  (await world.db.selectFrom('storage_scrub').selectAll().executeTakeFirstOrThrow()).after_photo !== null;
/** A whole round, a month after the last, in as many turns as it takes. */
async function round(changed?: Partial<ScrubDeps>): Promise<void> {
  later(31 * DAY);
  do await turn(changed);
  while (await isUnderWay());
}
const read = async (customerId = anna) =>
  (await world.call<ResponseOf<typeof getOriginalsCheck>>(customerId, 'GET', '/storage/originals-check'))
    .body;
async function rot(key: string): Promise<void> {
  const bytes = await world.objects.read(key);
  await world.objects.putBytes(key, bytes.fill(0xee, 10, 40));
}
/** The originals of a customer that are as they were sent, counted from files and rows. */
async function countWhole(customerId = anna): Promise<number> {
  const rows = await world.db
    .selectFrom('photos')
    .select(['object_key', 'sha256'])
    .where('user_id', '=', customerId)
    .execute();
  const isWhole = async ({ object_key, sha256 }: (typeof rows)[number]) =>
    createHash('sha256')
      .update(await world.objects.read(object_key))
      .digest()
      .equals(sha256);
  return (await Promise.all(rows.map(isWhole))).filter(Boolean).length;
}

test('nothing is said before all originals were checked once', async () => {
  await add(2);
  expect(await read()).toEqual({ lastCheck: null, damagedCount: 0, damaged: [] });
});

test('a round says of each customer how many originals it checked, and when', async () => {
  const ben = newCustomerId();
  await add(3);
  await add(1, ben);
  await round();
  const day = world.clock.now.toISOString().slice(0, 10);
  const checked = { from: day, until: day, changed: 0 };
  const all = (count: number) => ({ originals: count, photos: { total: count, checked: count } });
  expect((await read()).lastCheck).toEqual({ ...checked, ...all(await countWhole()) });
  expect((await read(ben)).lastCheck).toEqual({ ...checked, ...all(await countWhole(ben)) });
  expect([await countWhole(), await countWhole(ben)]).toEqual([3, 1]);
  expect((await read(newCustomerId())).lastCheck).toBeNull();
});

test('what was added after it started is not claimed, and its days are those of the customer', async () => {
  await add(105);
  world.clock.now = new Date('2026-11-02T12:00:00Z');
  const before = await countWhole();
  await turn();
  expect(await isUnderWay()).toBe(true);
  expect((await read()).lastCheck).toBeNull();
  await add(3);
  world.clock.now = new Date('2026-11-03T23:30:00Z');
  do await turn();
  while (await isUnderWay());
  expect((await read()).lastCheck).toEqual({
    from: '2026-11-02',
    until: '2026-11-04',
    originals: before,
    changed: 0,
    photos: { total: before + 3, checked: before },
  });
});

test('of the photos of now it says how many were checked, whatever was deleted since', async () => {
  const [photo] = await add(4);
  await round();
  later(DAY);
  await add(2);
  await world.db
    .deleteFrom('photos')
    .where('id', '=', photo?.photoId ?? '')
    .execute();
  expect((await read()).lastCheck).toMatchObject({ originals: 4, photos: { total: 5, checked: 3 } });
});

test('an original that could not be read leaves the last whole check as it was', async () => {
  const [photo] = await add(2);
  await round();
  const { lastCheck } = await read();
  await add(2);
  const size: typeof world.objects.size = async (key) => {
    if (key === photo?.objectKey) throw new Error('not now');
    return world.objects.size(key);
  };
  await round({ objects: { ...world.objects, size } });
  const photos = { total: 4, checked: 2 };
  expect(await read()).toEqual({ lastCheck: { ...lastCheck, photos }, damagedCount: 0, damaged: [] });
  await round();
  expect((await read()).lastCheck).toMatchObject({ originals: 4 });
});

test('a damaged original is counted and named, unless the library is hidden, until it is whole again', async () => {
  const [photo] = await add(3);
  await rot(photo?.objectKey ?? '');
  await round();
  const damaged = { damagedCount: 1, damaged: [{ photoId: photo?.photoId, fileName: 'photo-0.jpg' }] };
  expect(await read()).toMatchObject({ ...damaged, lastCheck: { originals: 3, changed: 1 } });
  expect(await countWhole()).toBe(2);
  hidden.add(anna);
  expect(await read()).toMatchObject({
    damagedCount: 0,
    damaged: [],
    lastCheck: { originals: 3, changed: 1 },
  });
  hidden.delete(anna);
  await world.db.updateTable('photos').set({ is_damaged: false }).where('user_id', '=', anna).execute();
  expect(await read()).toMatchObject({ damagedCount: 0, damaged: [], lastCheck: { changed: 1 } });
});

test('a photo that is deleted while it is checked was neither checked nor changed', async () => {
  const [photo] = await add(3);
  const fromReplica: ScrubDeps['fromReplica'] = async (ask) => {
    const listed = await ask(world.db);
    await world.db
      .deleteFrom('photos')
      .where('id', '=', photo?.photoId ?? '')
      .execute();
    await world.objects.remove([photo?.objectKey ?? '']);
    return listed;
  };
  await round({ fromReplica });
  expect(await read()).toMatchObject({ lastCheck: { originals: 2, changed: 0 }, damagedCount: 0 });
});

test('a turn that fails and is repeated counts nothing twice', async () => {
  await add(105);
  later(DAY);
  await turn();
  const objects = {
    ...world.objects,
    check: async () => 'away',
    size: () => Promise.reject(new Error('away')),
  };
  await expect(turn({ objects })).rejects.toThrow('away');
  do await turn();
  while (await isUnderWay());
  expect((await read()).lastCheck).toMatchObject({ originals: 105 });
});

test('where a node of an earlier release went on in between, nothing is claimed', async () => {
  const photos = await add(105);
  later(DAY);
  await turn();
  const next = photos.map(({ photoId }) => photoId).toSorted()[102] ?? '';
  await world.db.updateTable('storage_scrub').set({ after_photo: next }).execute();
  do await turn();
  while (await isUnderWay());
  expect((await read()).lastCheck).toBeNull();
  await round();
  expect((await read()).lastCheck).toMatchObject({ originals: 105 });
});
