import { findKnownContents } from '@keepsake/contracts/library/uploads';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jpegOf } from '../../../testing/photos.ts';
import { clientOf } from '../../../testing/upload-client.ts';
import { thumbnailKeys } from '../photos/originals.ts';
import { sha256, startUploads, type TestUploads } from './uploads.fixture.ts';

describe.each(['files', 'S3'] as const)('a file that is sent again, kept in %s', (kind) => {
  let world: TestUploads;
  beforeAll(async () => {
    world = await startUploads({ kind });
  });
  afterAll(() => world.stop());

  /** A photo that cannot be shown, and its file. */
  const addFailed = (failure: string) => addPhoto({ thumbnail_state: 'failure', failure });

  /** A photo with thumbnails, and its file. */
  async function addShown() {
    const shown = await addPhoto({ thumbnail_state: 'success' });
    for (const key of thumbnailKeys(shown.objectKey)) await world.objects.putBytes(key, Buffer.from('small'));
    return shown;
  }
  async function addPhoto(state: { thumbnail_state: 'failure' | 'success'; failure?: string }) {
    const client = clientOf(world.address);
    const bytes = jpegOf(20_000);
    const { photo } = await client.commit(await client.send(bytes));
    await world.db.updateTable('photos').set(state).where('id', '=', photo.imageId).execute();
    const [row] = await world.photosOf(client.customerId);
    return { client, bytes, photoId: photo.imageId, objectKey: row?.object_key ?? '' };
  }
  /** Whether the browser would skip the file. */
  async function isKnown(client: ReturnType<typeof clientOf>, bytes: Buffer): Promise<boolean> {
    const answer = await client.call(
      findKnownContents.method,
      `/api/uploads${findKnownContents.path}`,
      { 'content-type': 'application/json' },
      JSON.stringify({ sha256: [sha256(bytes)] }),
    );
    const { known } = (await answer.json()) as ResponseOf<typeof findKnownContents>;
    return known.length === 1;
  }
  const keysOf = async (customerId: CustomerId) =>
    (await world.stored()).map(({ key }) => key).filter((key) => key.includes(customerId));

  test('replaces the lost original of its photo, and has the thumbnails made', async () => {
    const { client, bytes, photoId, objectKey } = await addFailed('ORIGINAL_MISSING');
    await world.objects.putBytes(objectKey, bytes.subarray(0, 100));
    await world.objects.putBytes(`${objectKey}.300.jpg`, bytes.subarray(0, 100));
    const { photo, duplicate } = await client.commit(await client.send(bytes));
    expect([photo.imageId, photo.thumbnailState, duplicate]).toEqual([photoId, 'loading', true]);
    const [row] = await world.photosOf(client.customerId);
    expect(await keysOf(client.customerId)).toEqual([row?.object_key]);
    expect(row?.object_key).not.toBe(objectKey);
    expect(await world.storedHash(row?.object_key ?? '')).toBe(sha256(bytes));
  });

  test('leaves an existing original, whatever several simultaneous commits assume', async () => {
    const { client, bytes, photoId, objectKey } = await addFailed('NOT_PROCESSED');
    const urls = await Promise.all(Array.from({ length: 6 }, () => client.send(bytes)));
    const answers = await Promise.all(urls.map((url) => client.commit(url)));
    expect(answers.map(({ status, photo }) => [status, photo.imageId])).toEqual(
      Array(6).fill([200, photoId]),
    );
    expect(await keysOf(client.customerId)).toEqual([objectKey]);
    expect(await world.photosOf(client.customerId)).toMatchObject([
      { thumbnail_state: 'loading', failure: null },
    ]);
  });

  test.each([
    ['is lost', null],
    ['was cut off', (bytes: Buffer) => bytes.subarray(0, 100)],
    ['has other bytes of the same number', (bytes: Buffer) => Buffer.from(bytes).fill(0, 500, 600)],
  ])('is requested and replaces the original of a shown photo, which %s', async (_, damage) => {
    const { client, bytes, photoId, objectKey } = await addShown();
    expect(await isKnown(client, bytes)).toBe(true);
    await world.objects.remove([objectKey]);
    if (damage) await world.objects.putBytes(objectKey, damage(bytes));
    expect(await isKnown(client, bytes)).toBe(false);
    const { photo, duplicate } = await client.commit(await client.send(bytes));
    expect([photo.imageId, photo.thumbnailState, duplicate]).toEqual([photoId, 'loading', true]);
    const [row] = await world.photosOf(client.customerId);
    expect(await keysOf(client.customerId)).toEqual([row?.object_key]);
    expect(await world.storedHash(row?.object_key ?? '')).toBe(sha256(bytes));
    expect(await isKnown(client, bytes)).toBe(true);
  });

  test('changes nothing if the original is intact', async () => {
    const { client, bytes, objectKey } = await addShown();
    const before = await keysOf(client.customerId);
    const { photo, duplicate } = await client.commit(await client.send(bytes));
    expect([photo.thumbnailState, duplicate]).toEqual(['success', true]);
    expect(await keysOf(client.customerId)).toEqual(before);
    expect(await world.photosOf(client.customerId)).toMatchObject([{ object_key: objectKey }]);
  });

  test('is requested before it is sent: the library does not count as having it', async () => {
    const { client, bytes } = await addFailed('ORIGINAL_MISSING');
    expect(await isKnown(client, bytes)).toBe(false);
  });
});
