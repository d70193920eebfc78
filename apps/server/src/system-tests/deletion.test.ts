import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Photo } from '@keepsake/contracts/library/photos';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { auditStorage } from '../modules/library/storage-audit/audit-storage.ts';
import { createObjectStore } from '../platform/objects/storage.ts';
import { startS3Server } from '../platform/objects/testing/s3-server.ts';
import { newCustomerId } from '../testing/customer-ids.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';

/** Deletions as customers see them: two web nodes and a worker on one database and one bucket. */
let installation: Installation;
let bucket: Awaited<ReturnType<typeof startS3Server>>;
beforeAll(async () => {
  bucket = await startS3Server();
  const editor = { token: EDITOR_TOKEN, scopes: ['projects'] };
  const env = { STORAGE_URL: bucket.storageUrl, SERVICE_TOKENS: JSON.stringify({ editor }) };
  installation = await startInstallation({ roles: ['web', 'web', 'worker'], env });
});
vi.setConfig({ testTimeout: 90_000 });
afterAll(async () => {
  await installation.stop();
  await bucket.stop();
});

const EDITOR_TOKEN = 'an-editor-token-of-the-tests-with-32-characters';
const fixture = path.join(import.meta.dirname, '../platform/images/fixtures/exif-original.jpg');
const SOON = { timeout: 30_000 };

async function clientOf(customerId: CustomerId) {
  const authorization = `Bearer ${await installation.tokenFor(customerId)}`;
  const at = (node: number) => installation.nodes[node]?.address ?? '';
  async function call(node: number, method: string, url: string, body?: object) {
    const headers = { authorization, ...(body ? { 'content-type': 'application/json' } : {}) };
    const answer = await fetch(`${at(node)}/api/${url}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
    });
    const read = answer.status === 204 ? {} : await answer.json();
    return { status: answer.status, body: read as Record<string, unknown> };
  }
  /** Sends a file and returns the id of its upload. */
  async function send(content: Buffer): Promise<string> {
    const name = Buffer.from('a.jpg').toString('base64');
    const answer = await fetch(`${at(0)}/api/uploads/files`, {
      method: 'POST',
      headers: {
        authorization,
        'tus-resumable': '1.0.0',
        'upload-length': String(content.length),
        'upload-metadata': `filename ${name}`,
        'content-type': 'application/offset+octet-stream',
      },
      body: Uint8Array.from(content),
    });
    expect(answer.status).toBe(201);
    return answer.headers.get('location')?.split('/').at(-1) ?? '';
  }
  const commit = async (uploadId: string) => {
    const { status, body } = await call(1, 'POST', `uploads/uploads/${uploadId}/commit`);
    return { status, ...(body as { photo: Photo; duplicate: boolean; code: string }) };
  };
  const media = async (node: number, url: string) => (await fetch(at(node) + url)).status;
  return { call, send, commit, media };
}

async function audit() {
  const objects = await createObjectStore({ storageUrl: bucket.storageUrl, dataDir: '/nowhere' });
  const databaseUrl = installation.databaseUrl;
  const result = await auditStorage({ databaseUrl, objects });
  await objects.close();
  return result;
}

test('a deleted photo’s URLs open nothing on any node, its upload is over, and its file may be sent again once it is final', async () => {
  const client = await clientOf(newCustomerId());
  const content = await readFile(fixture);
  const uploadId = await client.send(content);
  const { photo } = await client.commit(uploadId);
  const urls = async () =>
    (await client.call(0, 'GET', `photo-management/photos/${photo.imageId}`)).body as unknown as Photo;
  await expect.poll(async () => (await urls()).thumbnailState, SOON).toBe('success');
  const { thumbnails } = await urls();
  const addresses = thumbnails.map(({ url }) => url);
  for (const node of [0, 1]) for (const url of addresses) expect(await client.media(node, url)).toBe(200);
  const photoIds = [photo.imageId];
  const { body } = await client.call(0, 'DELETE', 'photo-management/photos', { photoIds });
  expect(body).toEqual({ failed: [] });
  for (const node of [0, 1])
    for (const url of addresses) await expect.poll(() => client.media(node, url), SOON).toBe(404);
  expect(await client.commit(uploadId)).toMatchObject({ status: 404, code: 'not-found' });
  expect((await client.call(0, 'DELETE', 'photo-management/photos/deleted', { photoIds })).status).toBe(204);
  const repeated = await client.commit(await client.send(content));
  expect(repeated).toMatchObject({ status: 200, duplicate: false });
  expect(repeated.photo.imageId).not.toBe(photo.imageId);
  await expect.poll(async () => (await audit()).deletedPhotos, SOON).toBe(0);
  expect((await audit()).findings).toEqual([]);
});

test('the account says whether photos may be deleted: not while the whole library is [DEL-20]', async () => {
  const customerId = newCustomerId();
  const client = await clientOf(customerId);
  const account = () => client.call(0, 'GET', 'accounts/accounts/getaccountinformation');
  expect(await account()).toMatchObject({
    status: 200,
    body: { accountId: customerId, isPhotoDeletionPermitted: true, registrationDate: expect.any(String) },
  });
  const { db } = (installation.nodes[0] as Installation['nodes'][number]).connection;
  await db
    .insertInto('photo_deletions')
    .values({ user_id: customerId, requested_at: new Date(), total: 5 })
    .execute();
  expect((await account()).body.isPhotoDeletionPermitted).toBe(false);
  await db.deleteFrom('photo_deletions').where('user_id', '=', customerId).execute();
  expect((await account()).body.isPhotoDeletionPermitted).toBe(true);
});

test('the worker deletes all photos of a customer and, once that is final, their files [DEL-16]', async () => {
  const customerId = newCustomerId();
  const client = await clientOf(customerId);
  expect((await client.call(0, 'GET', 'customers/customers/me')).status).toBe(200);
  const { photo } = await client.commit(await client.send(await readFile(fixture)));
  const used = {
    customerId,
    channel: 'pennyfern',
    version: 1,
    continueUrl: '/help',
    photoIds: [photo.imageId],
  };
  const saved = await fetch(`${installation.nodes[0]?.address}/api/projects/projects/P-1`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${EDITOR_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(used),
  });
  expect(saved.status).toBe(200);
  expect((await client.call(0, 'DELETE', 'photo-management/photos/all')).status).toBe(200);
  const user = async () => (await client.call(1, 'GET', 'photo-management/users')).body;
  await expect.poll(user, SOON).toEqual({ photosCount: 0 });
  expect((await client.call(1, 'DELETE', 'photo-management/photos/deleted/all')).status).toBe(204);
  await expect.poll(async () => (await audit()).deletedPhotos, SOON).toBe(0);
  const list = await client.call(1, 'GET', `projects/api/v2/projects/${customerId}`);
  expect(list.body).toMatchObject({ items: [{ photosCount: 1, missingPhotosCount: 1 }] });
  expect((await audit()).findings).toEqual([]);
});
