import { randomUUID } from 'node:crypto';
import { type Endpoint, SERVICE_PATHS } from '@keepsake/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPhoto } from './modules/library/photos/index.ts';
import type { Database } from './platform/database/database.ts';
import { type Installation, startInstallation } from './testing/start-installation.ts';

/**
 * Walks every endpoint that a node mounts beside an external identity provider, as a second customer with the ids of the
 * first. An endpoint whose path parameters or body are not known here fails the walk. A list proves something only if Anna
 * has a row in it: seed one for a new table.
 */
let installation: Installation;
const [anna, noah] = [randomUUID(), randomUUID()];
const annas: Record<string, string> = {};

beforeAll(async () => {
  installation = await startInstallation({ roles: ['web'] });
  const { db } = node().connection;
  annas.uploadId = randomUUID();
  const { photoId } = await db
    .transaction()
    .execute((trx) => addPhoto(trx, photoOf(anna, annas.uploadId ?? '')));
  annas.photoId = photoId;
  annas.ownerId = anna;
  annas.albumId = await shareAlbum(db, photoId);
  annas.transferId = await makeCode(db, annas.albumId);
  annas.legacyUploadId = await makeLegacyUpload(db);
  annas.backupId = await makeExport(db, photoId);
  annas.tempSelectionId = await makeSelection(db, photoId);
  annas.downloadId = randomUUID();
  await db
    .insertInto('downloads')
    .values({
      user_id: anna,
      id: annas.downloadId,
      name: 'annas-own-name',
      photos: JSON.stringify([{ photoId, ownerId: anna, name: 'annas-own-name.jpg' }]),
      status: 'finished',
      entries: '[]',
      bytes: 22,
      created_at: new Date(),
      finished_at: new Date(),
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .execute();
});
afterAll(() => installation.stop());

const node = () => installation.nodes[0] as Installation['nodes'][number];

/** An export of Anna's library that is ready. */
async function makeExport(db: Database, photoId: string): Promise<string> {
  const [id, now] = [randomUUID(), new Date()];
  const facts = { channel: 'pennyfern', locale: 'en-GB', reason: 'customer', status: 'READY' };
  await db
    .insertInto('photo_exports')
    .values({ user_id: anna, id, ...facts, created_at: now, updated_at: now })
    .execute();
  const entry = { photoId, path: '2024/05/annas-own-name.jpg', modifiedAt: '2024-05-01T10:00:00' };
  await db
    .insertInto('photo_export_chunks')
    .values({ user_id: anna, export_id: id, iteration: 0, bytes: 9, entries: JSON.stringify([entry]) })
    .execute();
  return id;
}

/** Photos of Anna's on their way to a print editor. */
async function makeSelection(db: Database, photoId: string): Promise<string> {
  const times = { created_at: new Date(), expires_at: new Date(Date.now() + 600_000) };
  const row = { user_id: anna, id: randomUUID(), photo_ids: [photoId], ...times };
  await db.insertInto('temp_selections').values(row).execute();
  return row.id;
}

/** A code by which a phone may send photos to Anna. */
async function makeCode(db: Database, albumId: string): Promise<string> {
  const times = { created_at: new Date(), expires_at: new Date(Date.now() + 600_000) };
  const row = { user_id: anna, id: randomUUID(), token_hash: Buffer.alloc(32), album_id: albumId, ...times };
  await db.insertInto('phone_transfers').values(row).execute();
  return row.id;
}

/** What Anna uploaded before there were libraries. */
async function makeLegacyUpload(db: Database): Promise<string> {
  const row = { user_id: anna, id: randomUUID(), file_name: 'annas-own-name.jpg', bytes: 9 };
  await db
    .insertInto('legacy_uploads')
    .values({ ...row, uploaded_at: new Date(), object_key: 'x' })
    .execute();
  return row.id;
}

/** An album of Anna's with a photo, which somebody else than Noah may read. */
async function shareAlbum(db: Database, photoId: string): Promise<string> {
  const [album, now] = [{ user_id: anna, album_id: randomUUID() }, new Date()];
  const facts = { name: 'annas-own-name', is_shared: true, created_at: now, updated_at: now };
  await db
    .insertInto('albums')
    .values({ user_id: anna, id: album.album_id, photos_count: 1, ...facts })
    .execute();
  const order = { created_order: '2024-05-01', taken_order: '2024-05-01' };
  await db
    .insertInto('album_photos')
    .values({ ...album, photo_owner_id: anna, photo_id: photoId, added_at: now, ...order })
    .execute();
  await db
    .insertInto('shared_album_grants')
    .values({ user_id: randomUUID(), owner_id: anna, album_id: album.album_id, created_at: now })
    .execute();
  return album.album_id;
}

function photoOf(userId: string, uploadId: string) {
  const content = {
    format: 'jpeg' as const,
    bytes: 9,
    sha256: Buffer.alloc(32, 7),
    crc32: 1,
    objectKey: `photos/${userId}/x`,
  };
  const dates = {
    takenAt: '2024-05-01T10:00:00',
    takenOffsetMinutes: null,
    createdAt: new Date(),
    timeZone: 'UTC',
  };
  return { userId, uploadId, fileName: 'annas-own-name.jpg', ...content, ...dates };
}

/** Values that are nobody's. */
const neutral: Record<string, string> = { year: '2024', month: '5', iteration: '0' };
/** Bodies by endpoint, made of ids. */
const bodies: Record<string, (ids: Record<string, string>) => object> = {
  createDownload: ({ downloadId, photoId }) => ({ id: downloadId, name: 'x', photos: [photoId] }),
  createSharedAlbumDownload: ({ albumId, photoId, ownerId }) => ({ albumId, photos: [{ photoId, ownerId }] }),
  // Every code is another; that a foreign album stays closed to it is tested where codes are.
  createPhoneTransfer: () => ({ albumId: '<' }),
  findKnownContents: () => ({ sha256: [Buffer.alloc(32, 7).toString('hex')] }),
  requestExport: () => ({ channel: 'pennyfern' }),
  commitUpload: ({ albumId }) => ({ albumId }),
  deletePhotos: ({ photoId }) => ({ photoIds: [photoId] }),
  createTempSelection: ({ photoId }) => ({ photoIds: [photoId] }),
  findUsedPhotos: ({ photoId }) => ({ photoIds: [photoId] }),
  placeDemoOrder: ({ tempSelectionId }) => ({
    tempSelectionId,
    channel: 'pennyfern',
    productCode: 'PAP_910',
    quantity: 1,
  }),
  getAnonymousUploads: ({ legacyUploadId }) => ({ ids: [legacyUploadId] }),
  // A customer is no service, whatever is sent.
  placeOrder: () => ({}),
  // It takes no id, and a new album's id is another each time: a name that is refused.
  createAlbum: () => ({ name: '<' }),
  renameAlbum: () => ({ name: 'x' }),
  addAlbumPhotos: ({ photoId }) => ({ photoIds: [photoId] }),
  removeAlbumPhotos: ({ photoId }) => ({ photoIds: [photoId] }),
};

async function call(endpoint: Endpoint, customerId: string | null, ids: Record<string, string>) {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = neutral[name] ?? ids[name];
    if (value === undefined) throw new Error(`Teach this walk the parameter ${name} of ${endpoint.name}`);
    return value;
  });
  const makeBody = bodies[endpoint.name];
  if (endpoint.body && !makeBody) throw new Error(`Teach this walk the body of ${endpoint.name}`);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (customerId) headers.authorization = `Bearer ${await installation.tokenFor(customerId)}`;
  const answer = await fetch(node().address + SERVICE_PATHS[endpoint.service] + path, {
    method: endpoint.method,
    headers,
    body: makeBody ? JSON.stringify(makeBody(ids)) : undefined,
  });
  const { correlationId: _, ...body } = JSON.parse((await answer.text()) || '{}');
  return { status: answer.status, body };
}

const endpoints = () => node().routes.map(({ endpoint }) => endpoint);
const random = () => Object.fromEntries(Object.keys(annas).map((name) => [name, randomUUID()]));

describe('two customers', () => {
  it('[API-06] every customer endpoint refuses a call without a token', async () => {
    for (const endpoint of endpoints().filter(({ access }) => access === 'customer')) {
      expect((await call(endpoint, null, annas)).status, endpoint.name).toBe(401);
    }
  });

  it('learn nothing of each other: ids of another are answered as ids of nobody', async () => {
    for (const endpoint of endpoints()) {
      const [foreign, unknown] = [await call(endpoint, noah, annas), await call(endpoint, noah, random())];
      expect(foreign, endpoint.name).toEqual(unknown);
      const text = JSON.stringify(foreign);
      for (const secret of [...Object.values(annas), anna, 'annas-own-name'])
        expect(text, endpoint.name).not.toContain(secret);
    }
  });

  it('change nothing of each other', async () => {
    for (const endpoint of endpoints()) await call(endpoint, noah, annas);
    const read = async (asked: string) => {
      const endpoint = endpoints().find(({ name }) => name === asked) as Endpoint;
      return (await call(endpoint, anna, annas)).body;
    };
    expect(await read('getUser')).toEqual({ photosCount: 1 });
    expect(await read('getSharedAlbum')).toMatchObject({ albumName: 'annas-own-name', photosCount: 1 });
  });

  it('an owner reaches what is the owner’s', async () => {
    const own = endpoints().find(({ name }) => name === 'getPhoto') as Endpoint;
    expect((await call(own, anna, annas)).body.imageId).toBe(annas.photoId);
  });
});
