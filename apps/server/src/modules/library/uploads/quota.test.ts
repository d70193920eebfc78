import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jpegOf } from '../../../testing/photos.ts';
import { clientOf, FILES } from '../../../testing/upload-client.ts';
import { deletePhotos } from '../photos/delete-photos.ts';
import { auditStorage } from '../storage-audit/index.ts';
import { serveUploads } from './serve-uploads.fixture.ts';
import { sha256, startUploads, type TestUploads } from './uploads.fixture.ts';

const MAX_PHOTOS = 5;
const MAX_BYTES = 100_000;
let world: TestUploads;
beforeAll(async () => {
  world = await startUploads({ nodes: 2, quota: { photos: MAX_PHOTOS, bytes: MAX_BYTES } });
});
afterAll(() => world.stop());

/** A customer on the first node, or another. */
function customerAt(node = 0, customerId?: CustomerId) {
  const client = clientOf(world.nodes[node]?.address ?? '', customerId);
  return {
    ...client,
    /** Announces a file without sending any of its bytes. */
    async announce(bytes: number): Promise<number | string> {
      const answer = await client.call('POST', FILES, { 'upload-length': String(bytes) });
      return answer.ok ? answer.status : `${answer.status} ${(await answer.json()).code}`;
    },
    add: async (bytes: Buffer) => client.commit(await client.send(bytes)),
  };
}
const audit = async () => (await auditStorage(world)).findings;

describe('a quota', () => {
  test('refuses a file without room in the library before any of its bytes are sent', async () => {
    const customer = customerAt();
    expect(await customer.announce(MAX_BYTES + 1)).toBe('413 quota-exceeded');
    for (let photo = 0; photo < MAX_PHOTOS; photo++) expect(await customer.announce(1_000)).toBe(201);
    expect(await customer.announce(1)).toBe('413 quota-exceeded');
    expect(await customerAt().announce(1)).toBe(201);
  });

  test('counts saved, open and deleted ones, in photos and in bytes', async () => {
    const customer = customerAt();
    const { photo } = await customer.add(jpegOf(60_000));
    const open = await customer.create(30_000);
    expect(await customer.announce(10_001)).toBe('413 quota-exceeded');
    expect(await customer.announce(10_000)).toBe(201);
    await customer.call('DELETE', open);
    expect(await customer.announce(30_000)).toBe(201);
    expect(await customer.announce(1)).toBe('413 quota-exceeded');
    const nothing = async () => undefined;
    const removing = {
      removeFromAlbums: nothing,
      removeFromProjects: nothing,
      restorableDays: async () => 30,
    };
    const deps = { ...world, clock: () => world.clock.now, ...removing };
    expect(await deletePhotos(deps, customer.customerId, [photo.imageId])).toEqual([]);
    expect(await customer.announce(60_000)).toBe(201);
    expect(await customer.announce(1)).toBe('413 quota-exceeded');
  });

  test('frees the reservation of a recognised duplicate', async () => {
    const customer = customerAt();
    const bytes = jpegOf(40_000);
    await customer.add(bytes);
    expect((await customer.add(bytes)).duplicate).toBe(true);
    expect(await customer.announce(MAX_BYTES - bytes.length)).toBe(201);
  });

  test('accepts a file again whose original is damaged or lost, also from a phone, and nothing new instead', async () => {
    const customer = customerAt();
    const [damaged, lost] = [jpegOf(30_000), jpegOf(40_000)];
    const photos = [await customer.add(damaged), await customer.add(lost)];
    await customer.create(30_000);
    expect(await customer.announce(damaged.length)).toBe('413 quota-exceeded');
    const keyOf = async (index: number) => {
      const rows = await world.photosOf(customer.customerId);
      return rows.find(({ id }) => id === photos[index]?.photo.imageId)?.object_key ?? '';
    };
    await world.objects.putBytes(await keyOf(0), Buffer.from(damaged).fill(0, 500, 600));
    await world.objects.remove([await keyOf(1)]);

    const started = await customer.create(damaged.length);
    expect(await customer.announce(damaged.length)).toBe('413 quota-exceeded');
    expect(await customer.announce(damaged.length + 1)).toBe('413 quota-exceeded');
    const other = jpegOf(damaged.length);
    expect((await customer.patch(started, 0, other)).status).toBe(204);
    expect(await customer.commit(started)).toMatchObject({ status: 413, code: 'quota-exceeded' });
    await customer.call('DELETE', started);

    for (const [index, bytes] of [damaged, lost].entries()) {
      expect(await customer.add(bytes)).toMatchObject({ status: 200, duplicate: true });
      expect(await world.storedHash(await keyOf(index))).toBe(sha256(bytes));
      expect(await customer.announce(bytes.length)).toBe('413 quota-exceeded');
    }
    expect(await world.photosOf(customer.customerId)).toHaveLength(2);
    await world.forgetUploads();
    expect(await audit()).toEqual([]);
  });

  test.each([
    ['photos', 1_000, MAX_PHOTOS],
    ['bytes', 30_000, 3],
  ])('cannot be exceeded in %s by uploading to two nodes simultaneously', async (_of, bytes, room) => {
    const first = customerAt(0);
    const nodes = [first, customerAt(1, first.customerId)];
    const sent = Array.from({ length: 24 }, async (_, nth) => {
      const client = nodes[nth % 2] ?? first;
      const photo = jpegOf(bytes);
      const answer = await client.call('POST', FILES, { 'upload-length': String(bytes) });
      if (answer.status !== 201) return (await answer.json()).code;
      const url = answer.headers.get('location') ?? '';
      await client.patch(url, 0, photo);
      return (await client.commit(url)).status;
    });
    const answers = await Promise.all(sent);
    expect(answers.filter((answer) => answer === 200)).toHaveLength(room);
    expect(answers.filter((answer) => answer === 'quota-exceeded')).toHaveLength(24 - room);
    expect(await world.photosOf(first.customerId)).toHaveLength(room);
    expect(await audit()).toEqual([]);
  });

  test('drops nothing that exists, has begun, or comes from a legacy import, even once it is lowered', async () => {
    const customer = customerAt();
    await customer.add(jpegOf(50_000));
    const bytes = jpegOf(20_000);
    const started = await customer.create(bytes.length);
    const { databaseUrl, storageUrl, dataDir } = world;
    const quota = { photos: 1, bytes: null };
    const lowered = await serveUploads({ databaseUrl, storageUrl, dataDir, quota });
    const there = clientOf(lowered.address, customer.customerId);
    expect((await there.patch(started, 0, bytes)).status).toBe(204);
    expect((await there.commit(started)).status).toBe(200);
    const { customerId } = customer;
    await lowered.uploads.addFile({ customerId, fileName: 'old.jpg', content: jpegOf(90_000), isBulk: true });
    expect((await there.call('POST', FILES, { 'upload-length': '1' })).status).toBe(413);
    expect(await world.photosOf(customerId)).toHaveLength(3);
    expect(await audit()).toEqual([]);
    await lowered.stop();
  });
});
