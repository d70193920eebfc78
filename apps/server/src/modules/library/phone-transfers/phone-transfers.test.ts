import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jpegOf } from '../../../testing/photos.ts';
import { type Installation, startInstallation } from '../../../testing/start-installation.ts';
import { desktopOf, PHONE, phoneOf } from './phone-transfers.fixture.ts';
import { listenToPushes } from './pushes.fixture.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation({ roles: ['web'] });
});
afterAll(() => installation.stop());

test('photos sent by a phone are in the library, and the desktop gets a push for each [UPL-02]', async () => {
  const anna = await desktopOf(installation);
  const code = await anna.makeCode();
  const pushes = await listenToPushes(installation, anna.customerId, 'phone-transfer-changed');
  const phone = phoneOf(installation, code.token);
  expect(await (await phone.open()).json()).toMatchObject({
    transferId: code.transferId,
    target: 'library',
  });
  const uploadId = await phone.send(jpegOf(2_000), 'IMG_1.jpg');
  const [opened, arrived] = await pushes.next(2);
  expect(opened?.data).toEqual({ transferId: code.transferId, arrival: null });
  const arrival = { uploadId, fileName: 'IMG_1.jpg', bytes: 2_000, duplicate: false };
  expect(arrived?.data).toMatchObject({ transferId: code.transferId, arrival });
  expect(await anna.read(code.transferId)).toMatchObject({ isOpened: true, arrivals: [arrival] });
  expect(await anna.countPhotos()).toBe(1);
  await pushes.close();
});

test('a photo already in the library arrives as a duplicate, reported only to the desktop [UPL-02]', async () => {
  const anna = await desktopOf(installation);
  const bytes = jpegOf(1_500);
  const { photo } = await anna.commit(await anna.send(bytes));
  const code = await anna.makeCode();
  const phone = phoneOf(installation, code.token);
  const created = await phone.create(bytes);
  const answer = await phone.commit(created.headers.get('location')?.split('/').at(-1) ?? '');
  expect([answer.status, await answer.text()]).toEqual([204, '']);
  const { arrivals } = await anna.read(code.transferId);
  expect(arrivals).toMatchObject([{ imageId: photo.imageId, duplicate: true }]);
  expect(await anna.countPhotos()).toBe(1);
});

test('an interrupted file resumes where it was, also from the second page of the same code [UPL-02]', async () => {
  const anna = await desktopOf(installation);
  const { token } = await anna.makeCode();
  const phone = phoneOf(installation, token);
  const bytes = jpegOf(5_000);
  const announced = await phone.call('POST', `${PHONE}/files`, { 'upload-length': '5000' });
  const url = announced.headers.get('location') ?? '';
  const part = { 'content-type': 'application/offset+octet-stream' };
  await phone.call('PATCH', url, { ...part, 'upload-offset': '0' }, bytes.subarray(0, 2_000));
  const reloaded = phoneOf(installation, token);
  const offset = (await reloaded.call('HEAD', url)).headers.get('upload-offset') ?? '';
  expect(offset).toBe('2000');
  await reloaded.call('PATCH', url, { ...part, 'upload-offset': offset }, bytes.subarray(2_000));
  const id = url.split('/').at(-1) ?? '';
  expect((await reloaded.commit(id)).status).toBe(204);
  expect((await reloaded.commit(id)).status).toBe(204);
  expect(await anna.countPhotos()).toBe(1);
});

test('photos for an album are added to it; if it was deleted or is somebody else’s, they are only in the library [UPL-02]', async () => {
  const [anna, noah] = [await desktopOf(installation), await desktopOf(installation)];
  const countIn = async (customer: typeof anna, albumId: string) =>
    (await customer.ask('GET', `photo-management/albums/${albumId}`)).body.photosCount;
  const [stored, gone, foreign] = [
    await anna.createAlbum(),
    await anna.createAlbum(),
    await noah.createAlbum(),
  ];
  const phones = [];
  for (const albumId of [stored, gone, foreign, randomUUID()]) {
    phones.push(phoneOf(installation, (await anna.makeCode(albumId)).token));
  }
  await anna.ask('DELETE', `photo-management/albums/${gone}`);
  for (const phone of phones) await phone.send(jpegOf(1_000));
  expect(await anna.countPhotos()).toBe(4);
  expect([await countIn(anna, stored), await countIn(noah, foreign)]).toEqual([1, 0]);
});

test('arrived photos stay when the desktop leaves and when the code is ended', async () => {
  const anna = await desktopOf(installation);
  const code = await anna.makeCode();
  await phoneOf(installation, code.token).send(jpegOf(1_000));
  expect((await anna.end(code.transferId)).status).toBe(204);
  expect(await anna.countPhotos()).toBe(1);
  expect((await anna.read(code.transferId)).arrivals).toHaveLength(1);
});

test('failed files of a phone are listed on the desktop with name and reason, and stay when its page is closed [UPL-02]', async () => {
  const anna = await desktopOf(installation);
  const code = await anna.makeCode();
  const pushes = await listenToPushes(installation, anna.customerId, 'phone-transfer-changed');
  const phone = phoneOf(installation, code.token);
  const refusals = [{ refusalId: 'a-1', fileName: 'Letter.jpg', reason: 'not-a-photo' as const }];
  expect(await (await phone.report({ picked: 2, sent: 1, refusals })).json()).toEqual({ known: [] });
  await phone.report({ picked: 2, sent: 1, refusals });
  const { phoneId } = phone;
  expect((await anna.read(code.transferId)).phones).toEqual([
    { phoneId, picked: 2, sent: 1, refusals, isOpen: true },
  ]);
  await phone.report({ picked: 2, sent: 1, isOpen: false });
  expect((await anna.read(code.transferId)).phones).toEqual([
    { phoneId, picked: 2, sent: 1, refusals, isOpen: false },
  ]);
  // The second report changed nothing.
  expect(await pushes.next(2)).toHaveLength(2);
  await pushes.close();
});

test('a phone learns which of its own photos cannot be shown, and of no others [UPL-02]', async () => {
  const anna = await desktopOf(installation);
  const phone = phoneOf(installation, (await anna.makeCode()).token);
  const [broken, whole] = [await phone.send(jpegOf(900)), await phone.send(jpegOf(901))];
  const others = (await anna.commit(await anna.send(jpegOf(902)))).photo;
  const { db } = installation.nodes[0]?.connection ?? {};
  const decode = (uploadId: string, thumbnail_state: 'failure' | 'success') =>
    db?.updateTable('photos').set({ thumbnail_state }).where('upload_id', '=', uploadId).execute();
  await decode(broken, 'failure');
  await decode(others.uploadId, 'failure');
  const ask = async () => {
    const answer = await phone.report({ awaited: [broken, whole, others.uploadId] });
    return (await answer.json()).known;
  };
  expect(await ask()).toEqual([{ uploadId: broken, isShown: false }]);
  await decode(whole, 'success');
  expect(await ask()).toContainEqual({ uploadId: whole, isShown: true });
});

test('a page on a brand’s host leads phones there, any other to PUBLIC_URL', async () => {
  const anna = await desktopOf(installation);
  const own = await anna.makeCode(undefined, { origin: 'http://stundbo.localhost:3000' });
  expect(own).toMatchObject({ pageUrl: 'http://stundbo.localhost:3000/phone', isReachable: false });
  const strange = await anna.makeCode(undefined, { origin: 'https://evil.example' });
  expect(strange.pageUrl).toBe('http://localhost:3000/phone');
});
