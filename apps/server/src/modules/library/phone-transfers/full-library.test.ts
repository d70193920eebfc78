import { afterAll, beforeAll, expect, test } from 'vitest';
import { jpegOf } from '../../../testing/photos.ts';
import { type Installation, startInstallation } from '../../../testing/start-installation.ts';
import { FILES } from '../../../testing/upload-client.ts';
import { desktopOf, phoneOf } from './phone-transfers.fixture.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation({ roles: ['web'], env: { QUOTA_PHOTOS: '2' } });
});
afterAll(() => installation.stop());

test('uploads that a phone has begun are saved in a full library, and refused ones are named on both ends', async () => {
  const anna = await desktopOf(installation);
  const code = await anna.makeCode();
  const phone = phoneOf(installation, code.token);
  const started = await phone.create(jpegOf(2_000), 'IMG_1.jpg');
  await anna.commit(await anna.send(jpegOf(1_000)));
  const refused = await phone.create(jpegOf(3_000), 'IMG_2.jpg');
  expect([refused.status, (await refused.json()).code]).toEqual([413, 'quota-exceeded']);
  expect((await anna.call('POST', FILES, { 'upload-length': '1' })).status).toBe(413);
  const uploadId = started.headers.get('location')?.split('/').at(-1) ?? '';
  expect((await phone.commit(uploadId)).status).toBe(204);
  expect(await anna.countPhotos()).toBe(2);
  const refusals = [{ refusalId: 'a-2', fileName: 'IMG_2.jpg', reason: 'quota-exceeded' as const }];
  await phone.report({ picked: 1, sent: 1, refusals });
  expect((await anna.read(code.transferId)).phones).toMatchObject([{ refusals }]);
});

test('uploads of a phone to a full disk are refused with the common code, and named on both ends', async () => {
  const full = await startInstallation({ roles: ['web'], env: { DISK_RESERVE_BYTES: String(1024 ** 4) } });
  const ben = await desktopOf(full);
  const code = await ben.makeCode();
  const phone = phoneOf(full, code.token);
  const refused = await phone.create(jpegOf(3_000), 'IMG_3.jpg');
  expect([refused.status, (await refused.json()).code]).toEqual([507, 'storage-full']);
  const refusals = [{ refusalId: 'a-3', fileName: 'IMG_3.jpg', reason: 'storage-full' as const }];
  await phone.report({ picked: 0, sent: 0, refusals });
  expect((await ben.read(code.transferId)).phones).toMatchObject([{ refusals }]);
  await full.stop();
});
