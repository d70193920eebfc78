import { afterAll, beforeAll, expect, test } from 'vitest';
import { desktopOf, phoneOf } from '../modules/library/phone-transfers/phone-transfers.fixture.ts';
import { jpegOf } from '../testing/photos.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation({ roles: ['web'] });
});
afterAll(() => installation.stop());

/** A customer with a photo that was deleted, and its file. */
async function withDeleted() {
  const anna = await desktopOf(installation);
  const bytes = jpegOf(2_000);
  const { photo } = await anna.commit(await anna.send(bytes));
  await anna.ask('DELETE', 'photo-management/photos', { photoIds: [photo.imageId] });
  expect(await anna.countPhotos()).toBe(0);
  return { anna, bytes, photoId: photo.imageId };
}

test('a deleted photo that is added again comes back, and every answer says so', async () => {
  const { anna, bytes, photoId } = await withDeleted();
  const url = await anna.send(bytes);
  const restored = { status: 200, photo: { imageId: photoId }, duplicate: true, restored: true };
  expect(await anna.commit(url)).toMatchObject(restored);
  expect(await anna.commit(url)).toMatchObject(restored);
  expect(await anna.countPhotos()).toBe(1);
  const once = await anna.commit(await anna.send(bytes));
  expect([once.photo.imageId, once.duplicate, once.restored]).toEqual([photoId, true, undefined]);
});

test('one that a phone sends again comes back, which is reported only to the desktop', async () => {
  const { anna, bytes, photoId } = await withDeleted();
  const { token, transferId } = await anna.makeCode();
  const phone = phoneOf(installation, token);
  const created = await phone.create(bytes);
  const answer = await phone.commit(created.headers.get('location')?.split('/').at(-1) ?? '');
  expect([answer.status, await answer.text()]).toEqual([204, '']);
  const { arrivals } = await anna.read(transferId);
  expect(arrivals).toMatchObject([{ imageId: photoId, duplicate: true, restored: true }]);
  expect(await anna.countPhotos()).toBe(1);
});

test('a photo added meanwhile is no restored one, though a deleted one had its content', async () => {
  const { anna, bytes, photoId } = await withDeleted();
  const db = installation.nodes[0]?.connection.db;
  // The content is taken while its photo is deleted, as by a node that restores nothing.
  await db
    ?.updateTable('photo_removals')
    .set({ restorable_until: new Date(0) })
    .where('user_id', '=', anna.customerId)
    .execute();
  const { photo } = await anna.commit(await anna.send(bytes));
  expect(photo.imageId).not.toBe(photoId);
  await db
    ?.updateTable('photo_removals')
    .set({ restorable_until: new Date(Date.now() + 1e6) })
    .where('user_id', '=', anna.customerId)
    .execute();
  const repeated = await anna.commit(await anna.send(bytes));
  expect([repeated.photo.imageId, repeated.duplicate, repeated.restored]).toEqual([
    photo.imageId,
    true,
    undefined,
  ]);
});
