import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { jpegOf } from '../../../testing/photos.ts';
import { type Installation, startInstallation } from '../../../testing/start-installation.ts';
import { clientOf } from '../../../testing/upload-client.ts';

let installation: Installation;
let address: string;
beforeAll(async () => {
  installation = await startInstallation({ roles: ['web'] });
  address = installation.nodes[0]?.address ?? '';
});
afterAll(() => installation.stop());

/** A customer of the whole platform, with shortcuts to their albums. */
async function startCustomer() {
  const customerId = newCustomerId();
  const client = clientOf(address, customerId, await installation.tokenFor(customerId));
  const json = { 'content-type': 'application/json' };
  const ask = async (method: string, path: string, body?: object) => {
    const url = `/api/photo-management${path}`;
    const answer = await client.call(method, url, body && json, body && JSON.stringify(body));
    return (answer.status === 204 ? {} : await answer.json()) as Record<string, never>;
  };
  return {
    ...client,
    customerId,
    ask,
    createAlbum: async (): Promise<string> => (await ask('POST', '/albums', { name: 'Sea' })).albumId ?? '',
    async idsIn(albumId: string): Promise<string[]> {
      const { images } = await ask('GET', `/albums/${albumId}/photos`);
      return (images as unknown as { imageId: string }[]).map(({ imageId }) => imageId);
    },
    async countIn(albumId: string): Promise<number> {
      return (await ask('GET', `/albums/${albumId}`)).photosCount ?? -1;
    },
  };
}

test('a photo is added to the album that its commit names, once, however often it is repeated [ALD-33]', async () => {
  const anna = await startCustomer();
  const albumId = await anna.createAlbum();
  const url = await anna.send(jpegOf(1_000));
  const first = await anna.commit(url, { albumId });
  expect(first).toMatchObject({ status: 200, duplicate: false });
  const repeated = await Promise.all([anna.commit(url, { albumId }), anna.commit(url, { albumId })]);
  expect(repeated.map(({ photo }) => photo.imageId)).toEqual(Array(2).fill(first.photo.imageId));
  expect(await anna.idsIn(albumId)).toEqual([first.photo.imageId]);
  expect(await anna.countIn(albumId)).toBe(1);
});

test('one already in the library is added, too [ALD-33]', async () => {
  const anna = await startCustomer();
  const albumId = await anna.createAlbum();
  const bytes = jpegOf(1_000);
  const { photo } = await anna.commit(await anna.send(bytes));
  expect(await anna.idsIn(albumId)).toEqual([]);
  const second = await anna.commit(await anna.send(bytes), { albumId });
  expect(second).toMatchObject({ duplicate: true, photo: { imageId: photo.imageId } });
  expect(await anna.idsIn(albumId)).toEqual([photo.imageId]);
});

test('an album that is deleted, somebody else’s or shared loses no photo, and its answer reveals nothing', async () => {
  const [anna, noah] = [await startCustomer(), await startCustomer()];
  const [gone, shared, foreign] = [
    await anna.createAlbum(),
    await anna.createAlbum(),
    await noah.createAlbum(),
  ];
  await anna.ask('DELETE', `/albums/${gone}`);
  const { db } = installation.nodes[0]?.connection ?? {};
  await db?.updateTable('albums').set({ is_shared: true }).where('id', '=', shared).execute();
  const answers = [];
  for (const albumId of [gone, shared, foreign, randomUUID()]) {
    const { status, duplicate } = await anna.commit(await anna.send(jpegOf(1_000)), { albumId });
    answers.push({ status, duplicate });
  }
  expect(answers).toEqual(Array(4).fill({ status: 200, duplicate: false }));
  expect((await anna.ask('GET', '/users/counts')).photosCount).toBe(4);
  expect([await noah.countIn(foreign), await anna.countIn(shared)]).toEqual([0, 0]);
});

test('many at once, while others are removed and deleted, leave a correct count', async () => {
  const anna = await startCustomer();
  const albumId = await anna.createAlbum();
  const early = await Promise.all(
    Array.from({ length: 10 }, async () => anna.commit(await anna.send(jpegOf(500)), { albumId })),
  );
  const old = early.map(({ photo }) => photo.imageId);
  const late = Array.from({ length: 20 }, async () => anna.commit(await anna.send(jpegOf(500)), { albumId }));
  await Promise.all([
    anna.ask('DELETE', '/photos', { photoIds: old.slice(0, 5) }),
    anna.ask('DELETE', `/albums/${albumId}/photos`, { photoIds: old.slice(5) }),
    ...late,
  ]);
  expect((await Promise.all(late)).map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(await anna.countIn(albumId)).toBe(20);
  expect(await anna.idsIn(albumId)).toHaveLength(20);
});
