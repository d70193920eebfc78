import { randomUUID } from 'node:crypto';
import { type Endpoint, IDEMPOTENCY_HEADER } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DB } from '../platform/database/database-types.ts';
import { newCustomerId } from '../testing/customer-ids.ts';
import { addPhotoRow } from '../testing/photos.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';

/** Everything that a customer creates, on two nodes: a repeated request creates nothing and gets the same answer. */
let installation: Installation;
const clock = { now: new Date('2026-06-15T10:00:00Z') };
let mia: CustomerId;
let photoId: string;

beforeAll(async () => {
  installation = await startInstallation({ roles: ['web', 'web'], clock: () => clock.now });
});
beforeEach(async () => {
  mia = newCustomerId();
  photoId = (await addPhotoRow({ db: node(0).connection.db, clock }, mia)).photoId;
});
afterAll(() => installation.stop());

const node = (at: number) => installation.nodes[at] as Installation['nodes'][number];

type Creation = { endpoint: string; table: keyof DB; body: () => object; other: () => object };
const CREATIONS: Creation[] = [
  {
    endpoint: 'createAlbum',
    table: 'albums',
    body: () => ({ name: 'Sea' }),
    other: () => ({ name: 'Hills' }),
  },
  {
    endpoint: 'createDownload',
    table: 'downloads',
    body: () => ({ id: photoId, name: 'Sea', photos: [photoId] }),
    other: () => ({ id: photoId, name: 'Hills', photos: [photoId] }),
  },
  {
    endpoint: 'createSharedAlbumDownload',
    table: 'downloads',
    body: () => ({ albumId: mia, photos: [{ photoId, ownerId: mia }] }),
    other: () => ({ albumId: mia, photos: Array(2).fill({ photoId, ownerId: mia }) }),
  },
  {
    endpoint: 'requestExport',
    table: 'photo_exports',
    body: () => ({ channel: 'pennyfern' }),
    other: () => ({ channel: 'kiekhof' }),
  },
  {
    endpoint: 'createTempSelection',
    table: 'temp_selections',
    body: () => ({ photoIds: [photoId] }),
    other: () => ({ photoIds: [photoId, photoId] }),
  },
  {
    endpoint: 'createPhoneTransfer',
    table: 'phone_transfers',
    body: () => ({}),
    other: () => ({ albumId: photoId }),
  },
];

/** A shared album of Mia's with her own id as its id, for createSharedAlbumDownload. */
async function shareAlbum(): Promise<void> {
  const { db } = node(0).connection;
  const [album, now] = [{ user_id: mia, album_id: mia }, clock.now];
  const details = { name: 'Sea', is_shared: true, created_at: now, updated_at: now };
  await db
    .insertInto('albums')
    .values({ user_id: mia, id: mia, photos_count: 1, ...details })
    .execute();
  const order = { created_order: '2024-05-01', taken_order: '2024-05-01' };
  await db
    .insertInto('album_photos')
    .values({ ...album, photo_owner_id: mia, photo_id: photoId, added_at: now, ...order })
    .execute();
  const grant = { user_id: newCustomerId(), owner_id: mia, album_id: mia, created_at: now };
  await db.insertInto('shared_album_grants').values(grant).execute();
}

type Requested = { key?: string; at?: number; customerId?: CustomerId };

async function create(name: string, body: object, { key, at = 0, customerId = mia }: Requested = {}) {
  const { endpoint } = node(at).routes.find((route) => route.endpoint.name === name) as {
    endpoint: Endpoint;
  };
  const answer = await fetch(node(at).address + SERVICE_PATHS[endpoint.service] + endpoint.path, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${await installation.tokenFor(customerId)}`,
      'content-type': 'application/json',
      ...(key === undefined ? {} : { [IDEMPOTENCY_HEADER]: key }),
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

async function countRows(table: keyof DB, customerId = mia): Promise<number> {
  const rows = await node(0)
    .connection.db.selectFrom(table)
    .selectAll()
    .where('user_id', '=', customerId)
    .execute();
  return rows.length;
}

describe.each(CREATIONS)('$endpoint', ({ endpoint, table, body, other }) => {
  beforeEach(async () => {
    if (endpoint === 'createSharedAlbumDownload') await shareAlbum();
  });

  test('creates once per Idempotency-Key, and repeats the same answer on every node', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, nth) => create(endpoint, body(), { key: 'one', at: nth % 2 })),
    );
    expect(answers[0]?.status).toBe(200);
    clock.now = new Date(clock.now.getTime() + 60_000);
    answers.push(await create(endpoint, body(), { key: 'one' }));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await countRows(table)).toBe(1);
  });

  test('refuses another request under a used key', async () => {
    await create(endpoint, body(), { key: 'taken' });
    const refused = await create(endpoint, other(), { key: 'taken' });
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    expect(await countRows(table)).toBe(1);
  });

  test('refuses a malformed key', async () => {
    const { status, body: problem } = await create(endpoint, body(), { key: 'a key' });
    expect([status, problem.errors[0].path]).toEqual([400, 'headers.idempotency-key']);
    expect(await countRows(table)).toBe(0);
  });
});

describe('an Idempotency-Key', () => {
  const sea = { name: 'Sea' };

  test('belongs to its customer: another may use the same', async () => {
    const noah = newCustomerId();
    const [hers, his] = [
      await create('createAlbum', sea, { key: 'both' }),
      await create('createAlbum', sea, { key: 'both', customerId: noah }),
    ];
    expect(hers.body.albumId).not.toBe(his.body.albumId);
    expect([await countRows('albums'), await countRows('albums', noah)]).toEqual([1, 1]);
  });

  test('is not used up by a failure: the same request succeeds later', async () => {
    const selection = { photoIds: [randomUUID()] };
    expect((await create('createTempSelection', selection, { key: 'later' })).status).toBe(404);
    expect((await create('createTempSelection', { photoIds: [photoId] }, { key: 'later' })).status).toBe(200);
  });

  test('expires after a day, and its answer is deleted', async () => {
    const forget = () =>
      node(0)
        .tasks.find(({ name }) => name === 'forget-expired')
        ?.handle({}, { attempt: 1, maxAttempts: 1 });
    const first = await create('createAlbum', sea, { key: 'old' });
    const made = clock.now;
    clock.now = new Date(made.getTime() + 86_400_000 - 1);
    await forget();
    expect(await create('createAlbum', sea, { key: 'old' })).toEqual(first);
    clock.now = new Date(made.getTime() + 86_400_000);
    expect((await create('createAlbum', sea, { key: 'old' })).body.albumId).not.toBe(first.body.albumId);
    clock.now = new Date(made.getTime() + 2 * 86_400_000);
    await forget();
    expect(await countRows('idempotent_answers')).toBe(0);
    clock.now = made;
  });

  test('stores no token of a phone transfer’s code', async () => {
    const { body } = await create('createPhoneTransfer', {}, { key: 'phone' });
    const rows = await node(0)
      .connection.db.selectFrom('idempotent_answers')
      .selectAll()
      .where('user_id', '=', mia)
      .execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(body.token);
  });

  test('is supported by every creating call, or the request names what it creates', () => {
    // An upload has its own id; an account has one pending deletion, a subscription one link per minute.
    // Photos that are placed in an album exist.
    const named = ['commitUpload', 'placeAlbumPhotos', 'requestAccountDeletion', 'requestSubscriptionLink'];
    const creating = node(0)
      .routes.map((route) => route.endpoint)
      .filter(({ name }) => /^(create|request|place|commit)/.test(name) && !named.includes(name))
      .filter(({ access }) => access !== 'phone');
    expect(creating.filter(({ idempotencyKey }) => !idempotencyKey)).toEqual([]);
    expect(creating.map(({ name }) => name)).toEqual(
      expect.arrayContaining(CREATIONS.map(({ endpoint }) => endpoint)),
    );
  });
});
