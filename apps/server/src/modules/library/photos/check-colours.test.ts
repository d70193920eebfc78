import type { Photo } from '@keepsake/contracts/library/photos';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertChunks, pngChunk, u32 } from '../../../platform/images/testing/png-chunks.ts';
import { PRIORITY } from '../../../platform/jobs/jobs.ts';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { newJpeg } from '../../../testing/photos.ts';
import { startPhotos, type TestPhotos } from './photos.fixture.ts';

let api: TestPhotos;
beforeAll(async () => {
  api = await startPhotos();
});
afterAll(() => api.stop());

const WRONG = Buffer.from('a thumbnail in wrong colours');
const drawPng = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: '#808080' } })
    .png()
    .toBuffer();

/** A photo as an earlier release left it: its thumbnails are there, and in wrong colours. */
async function addEarlier(customerId: CustomerId, format: 'jpeg' | 'png', content: Buffer): Promise<string> {
  const { photoId } = await api.add(customerId, { format, content });
  await api.run('make-thumbnails', { customerId, photoId });
  await api.db.updateTable('photos').set({ made_by: null }).where('id', '=', photoId).execute();
  await api.objects.putBytes(`${await keyOf(photoId)}.300.jpg`, WRONG);
  await api.pool.query('delete from graphile_worker._private_jobs');
  return photoId;
}

const keyOf = async (photoId: string) =>
  (await api.db.selectFrom('photos').select('object_key').where('id', '=', photoId).executeTakeFirstOrThrow())
    .object_key;
const read = async (customerId: CustomerId, photoId: string) =>
  (await api.get(customerId, `/photos/${photoId}`)).body as Photo;
const thumbnailOf = async (photoId: string) => api.objects.read(`${await keyOf(photoId)}.300.jpg`);
const jobs = async () =>
  (
    await api.pool.query(
      "select key, priority from graphile_worker._private_jobs where key like 'thumbnails:%' order by key",
    )
  ).rows;
const unchecked = async () =>
  (
    await api.db
      .selectFrom('photos')
      .select('id')
      .where('made_by', 'is', null)
      .where('format', '<>', 'jpeg')
      .execute()
  ).map(({ id }) => id);

test('what earlier decoders showed in wrong colours is made again after everything else, and nothing else is', async () => {
  const customerId = newCustomerId();
  const linear = insertChunks(await drawPng(), pngChunk('gAMA', u32(100_000)));
  const wrong = await addEarlier(customerId, 'png', linear);
  const right = [
    await addEarlier(customerId, 'png', insertChunks(await drawPng(), pngChunk('gAMA', u32(45_455)))),
    await addEarlier(customerId, 'jpeg', await newJpeg(400, 300)),
  ];
  const before = await read(customerId, wrong);
  await api.run('check-colours', {});
  expect(await jobs()).toEqual([{ key: `thumbnails:${wrong}`, priority: PRIORITY.housekeeping }]);
  expect(await unchecked()).toEqual([]);
  expect((await read(customerId, wrong)).thumbnailState).toBe('success');

  await api.run('make-thumbnails', { customerId, photoId: wrong });
  const { data } = await sharp(await thumbnailOf(wrong))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(data[0]).toBeGreaterThan(180);
  for (const photoId of right) expect(await thumbnailOf(photoId)).toEqual(WRONG);
  // What a browser keeps of the earlier picture is not shown for the new one.
  const after = await read(customerId, wrong);
  expect(after.thumbnails.map(({ url }) => url)).not.toEqual(before.thumbnails.map(({ url }) => url));
  const shown = await fetch(api.address + (after.thumbnails.find(({ id }) => id === 300)?.url ?? ''));
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(await thumbnailOf(wrong));

  await api.pool.query('delete from graphile_worker._private_jobs');
  await api.run('check-colours', {});
  expect(await jobs()).toEqual([]);
});

test('a photo whose original is gone stops no other, and keeps its picture', async () => {
  const customerId = newCustomerId();
  const linear = (gamma: number) =>
    drawPng().then((png) => insertChunks(png, pngChunk('gAMA', u32(100_000 + gamma))));
  const [gone, wrong] = [
    await addEarlier(customerId, 'png', await linear(1)),
    await addEarlier(customerId, 'png', await linear(2)),
  ];
  await api.objects.remove([await keyOf(gone)]);
  await api.run('check-colours', {});
  expect((await jobs()).map(({ key }) => key)).toEqual([`thumbnails:${wrong}`]);
  expect(await unchecked()).toEqual([]);
  expect((await read(customerId, gone)).thumbnailState).toBe('success');
});
