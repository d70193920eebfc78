import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { createAlbum } from '@keepsake/contracts/library/albums';
import type { Photo } from '@keepsake/contracts/library/photos';
import type { getSharedAlbumPhotos } from '@keepsake/contracts/library/shared-albums';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startS3Server } from '../../../../platform/objects/testing/s3-server.ts';
import { unprovenAddressesOf } from '../../../../platform/testing/unproven-addresses.ts';
import { newCustomerId } from '../../../../testing/customer-ids.ts';
import { type Installation, startInstallation } from '../../../../testing/start-installation.ts';
import { addEntries, changePhotosCount } from '../change-album-photos.ts';

/** Two web nodes and a worker that share a database and a bucket. */
let installation: Installation;
let bucket: Awaited<ReturnType<typeof startS3Server>>;
beforeAll(async () => {
  bucket = await startS3Server();
  const env = { STORAGE_URL: bucket.storageUrl };
  installation = await startInstallation({ roles: ['web', 'web', 'worker'], env });
});
afterAll(async () => {
  await installation.stop();
  await bucket.stop();
});

const fixtures = path.join(import.meta.dirname, '../../../../platform/images/fixtures');
const node = (index: number) => installation.nodes[index] as Installation['nodes'][number];

async function call<Body>(customerId: CustomerId, method: string, url: string, body?: object): Promise<Body> {
  const answer = await fetch(`${node(0).address}/api${url}`, {
    method,
    headers: {
      authorization: `Bearer ${await installation.tokenFor(customerId)}`,
      'content-type': 'application/json',
    },
    body: body && JSON.stringify(body),
  });
  return (await answer.text().then((text) => text && JSON.parse(text))) as Body;
}

/** Adds a photo as a customer does, and waits for its thumbnails. */
async function addPhoto(customerId: CustomerId, fileName: string): Promise<string> {
  const content = await readFile(path.join(fixtures, fileName));
  await node(0).uploads.addFile({ customerId, fileName, content });
  const newest = async () =>
    (await call<{ images: Photo[] }>(customerId, 'GET', '/photo-management/photos')).images[0];
  await expect.poll(async () => (await newest())?.thumbnailState).toBe('success');
  return (await newest())?.imageId ?? '';
}

/** Anna's shared album with a photo of hers and one of Noah's; Mira is a participant, too. */
async function shareAlbum() {
  const { db } = node(0).connection;
  const [anna, noah, mira] = [newCustomerId(), newCustomerId(), newCustomerId()];
  const [hers, his] = [await addPhoto(anna, 'exif-original.jpg'), await addPhoto(noah, 'exif-original.jpg')];
  const { albumId } = await call<ResponseOf<typeof createAlbum>>(anna, 'POST', '/photo-management/albums', {
    name: 'Together',
  });
  await call(anna, 'POST', `/photo-management/albums/${albumId}/photos`, { photoIds: [hers] });
  await db.updateTable('albums').set({ is_shared: true }).where('id', '=', albumId).execute();
  const grant = { owner_id: anna, album_id: albumId, created_at: new Date() };
  const grants = [noah, mira].map((customerId) => ({ ...grant, user_id: customerId }));
  await db.insertInto('shared_album_grants').values(grants).execute();
  await db.transaction().execute(async (trx) => {
    const [album, now] = [{ ownerId: anna, albumId }, new Date()];
    const added = await addEntries(trx, album, { photoOwnerId: noah, photoIds: [his], now });
    await changePhotosCount(trx, album, { change: added, now });
  });
  return { anna, noah, mira, hers, his, albumId };
}

/** All URLs of a photo as one viewer gets them. */
async function addressesOf(viewer: CustomerId, albumId: string, photoId: string): Promise<string[]> {
  const { images } = await call<ResponseOf<typeof getSharedAlbumPhotos>>(
    viewer,
    'GET',
    `/shared-albums/shared-albums/${albumId}/photos`,
  );
  const photo = images.find(({ imageId }) => imageId === photoId);
  return [photo?.untouchedUrl ?? '', photo?.url ?? '', ...(photo?.thumbnails ?? []).map(({ url }) => url)];
}

const statuses = (addresses: readonly string[]) =>
  Promise.all(
    addresses.flatMap((address) =>
      [0, 1].map(async (index) => (await fetch(node(index).address + address)).status),
    ),
  );
const all = (status: number) => Array.from({ length: 10 }, () => status);

describe('URLs of photos in a shared album', () => {
  test('open originals and thumbnails on every node, each for its viewer only', async () => {
    const { anna, noah, mira, hers, his, albumId } = await shareAlbum();
    for (const viewer of [anna, noah, mira]) {
      for (const photo of [hers, his]) {
        expect(await statuses(await addressesOf(viewer, albumId, photo))).toEqual(all(200));
      }
    }
    const addresses = await addressesOf(mira, albumId, his);
    for (const [from, to] of [
      [mira, noah],
      [his, hers],
      [albumId, randomUUID()],
      [noah, anna],
      ['/shared/', '/'],
    ] as const) {
      const changed = addresses.map((address) => address.replace(from, to));
      expect(await statuses(changed), `${from} instead of ${to}`).toEqual(all(404));
    }
    const unproven = unprovenAddressesOf(addresses[0] ?? '');
    expect(new Set(await statuses(unproven))).toEqual(new Set([404]));
  });

  test('end at once, everywhere, when a participant leaves [SHA-17, SHA-18]', async () => {
    const { anna, noah, mira, hers, his, albumId } = await shareAlbum();
    const noahs = [...(await addressesOf(noah, albumId, hers)), ...(await addressesOf(noah, albumId, his))];
    const ofNoahs = await addressesOf(mira, albumId, his);
    const ofNoahsToAnna = await addressesOf(anna, albumId, his);
    const ofAnnas = await addressesOf(mira, albumId, hers);
    expect(await statuses([...noahs, ...ofNoahs])).not.toContain(404);
    await call(noah, 'DELETE', `/shared-albums/shared-albums/${albumId}`);
    await expect
      .poll(() => statuses([...noahs, ...ofNoahs, ...ofNoahsToAnna]))
      .toEqual([...all(404), ...all(404), ...all(404), ...all(404)]);
    expect(await statuses(ofAnnas)).toEqual(all(200));
    const own = await call<Photo>(noah, 'GET', `/photo-management/photos/${his}`);
    expect(await statuses([own.untouchedUrl])).toEqual([200, 200]);
  });

  test('end for everybody when the owner deletes the album [SHA-16]', async () => {
    const { anna, mira, hers, his, albumId } = await shareAlbum();
    const seen = [...(await addressesOf(mira, albumId, hers)), ...(await addressesOf(anna, albumId, his))];
    expect(await statuses(seen)).not.toContain(404);
    await call(anna, 'DELETE', `/shared-albums/shared-albums/${albumId}`);
    await expect.poll(() => statuses(seen)).toEqual([...all(404), ...all(404)]);
  });

  test('end while the album owner’s or the photo owner’s account is closed, and work again afterwards', async () => {
    const { anna, noah, mira, hers, his, albumId } = await shareAlbum();
    const { db } = node(0).connection;
    const details = {
      name: 'Anna',
      channel: 'pennyfern',
      identity_type: 'consumer',
      registered_at: new Date(),
    };
    const customers = [anna, noah].map((id) => ({ user_id: id, email: `${id}@example.com`, ...details }));
    await db.insertInto('customers').values(customers).execute();
    const setClosed = (customerId: CustomerId, closedAt: Date | null) =>
      db.updateTable('customers').set({ deleted_at: closedAt }).where('user_id', '=', customerId).execute();
    const [ofAnna, ofNoah] = [await addressesOf(mira, albumId, hers), await addressesOf(mira, albumId, his)];
    const seen = async () => [await statuses(ofAnna), await statuses(ofNoah)];
    expect(await seen()).toEqual([all(200), all(200)]);
    await setClosed(noah, new Date());
    await expect.poll(seen).toEqual([all(200), all(404)]);
    await setClosed(noah, null);
    await expect.poll(seen).toEqual([all(200), all(200)]);
    await setClosed(anna, new Date());
    await expect.poll(seen).toEqual([all(404), all(404)]);
    await setClosed(anna, null);
    await expect.poll(seen).toEqual([all(200), all(200)]);
  });

  test('end when their owner deletes the photo; the owner of the album never gets one that outlives that', async () => {
    const { anna, noah, his, albumId } = await shareAlbum();
    const addresses = await addressesOf(anna, albumId, his);
    const own = await call<{ images: Photo[] }>(anna, 'GET', `/photo-management/albums/${albumId}/photos`);
    const listed = own.images.find(({ imageId }) => imageId === his);
    expect(listed).toMatchObject({ ownerId: noah, untouchedUrl: addresses[0] });
    await call(noah, 'DELETE', '/photo-management/photos', { photoIds: [his] });
    await expect.poll(() => statuses(addresses)).toEqual(all(404));
  });
});
