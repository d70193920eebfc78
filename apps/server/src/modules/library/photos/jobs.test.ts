import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { newJpeg } from '../../../testing/photos.ts';
import { canMount, mountSmallDisk, type SmallDisk } from '../../../testing/small-disk.ts';
import { startPhotos, type TestPhotos } from './photos.fixture.ts';

let api: TestPhotos;
beforeAll(async () => {
  api = await startPhotos();
});
afterAll(() => api.stop());

const check = () =>
  api.tasks.find(({ name }) => name === 'check-thumbnails')?.handle({}, { attempt: 1, maxAttempts: 1 });
const keyOf = ({ photoId }: { photoId: string }) => `thumbnails:${photoId}`;
const keysOf = async (keys: string[]) =>
  (
    await api.pool.query('select key from graphile_worker.jobs where key = any($1) order by key', [keys])
  ).rows.map(({ key }) => key);

test('a photo whose job was lost gets another, one that waits keeps its own', async () => {
  const customer = newCustomerId();
  api.clock.now = new Date('2026-06-15T10:00:00Z');
  const lost = await api.add(customer, {});
  const waiting = await api.add(customer, {});
  const keys = [lost, waiting].map(keyOf).sort();
  await api.pool.query('delete from graphile_worker._private_jobs where key = $1', [keyOf(lost)]);
  api.clock.now = new Date('2026-06-15T10:10:00Z');
  await check();
  expect(await keysOf(keys)).toEqual([keyOf(waiting)]);
  api.clock.now = new Date('2026-06-15T10:16:00Z');
  await check();
  expect(await keysOf(keys)).toEqual(keys);
});

test('a photo that killed its worker every time is shown as failed, and retried after a day', async () => {
  const customer = newCustomerId();
  api.clock.now = new Date('2026-06-15T10:00:00Z');
  const { photoId } = await api.add(customer, {});
  await api.pool.query('update graphile_worker._private_jobs set attempts = max_attempts where key = $1', [
    `thumbnails:${photoId}`,
  ]);
  api.clock.now = new Date('2026-06-15T10:16:00Z');
  await check();
  const { body } = await api.get(customer, `/photos/${photoId}`);
  expect(body).toMatchObject({ thumbnailState: 'failure', failure: 'NOT_PROCESSED' });
  const { rows } = await api.pool.query('select run_at, attempts from graphile_worker.jobs where key = $1', [
    `thumbnails:${photoId}`,
  ]);
  expect(rows).toEqual([{ run_at: new Date('2026-06-16T10:16:00Z'), attempts: 0 }]);
});

test.skipIf(!canMount())(
  'a full disk never marks a photo as unshowable, however often it occurs',
  async () => {
    const disk = mountSmallDisk(20_000_000) as SmallDisk;
    const small = await startPhotos({ parentFolder: disk.folder });
    const customer = newCustomerId();
    const { photoId } = await small.add(customer, { content: await newJpeg(900, 600) });
    const makeThumbnails = (losses: number) =>
      small.tasks
        .find(({ name }) => name === 'make-thumbnails')
        ?.handle({ customerId: customer, photoId, losses }, { attempt: 8, maxAttempts: 8 });
    const stateOf = async () => (await small.get(customer, `/photos/${photoId}`)).body.thumbnailState;
    disk.leave(0);
    for (const losses of [0, 2]) {
      await expect(makeThumbnails(losses)).rejects.toMatchObject({ code: 'ENOSPC' });
      expect(await stateOf()).toBe('loading');
    }
    disk.leave(10_000_000);
    await makeThumbnails(0);
    expect(await stateOf()).toBe('success');
    await small.stop();
    disk.unmount();
  },
);
