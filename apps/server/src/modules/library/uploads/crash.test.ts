import { stat } from 'node:fs/promises';
import http from 'node:http';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jpegOf } from '../../../testing/photos.ts';
import { clientOf } from '../../../testing/upload-client.ts';
import { sha256, startUploads, type TestUploads } from './uploads.fixture.ts';

let world: TestUploads;
beforeAll(async () => {
  world = await startUploads();
});
afterAll(() => world.stop());

/** As ten seconds later: ends the leases of a killed process. */
async function endLeases() {
  await world.db
    .updateTable('uploads')
    .set({ lock_until: new Date(0) })
    .execute();
}

async function expectSaved(customerId: CustomerId, bytes: Buffer) {
  const photos = await world.photosOf(customerId);
  expect(photos).toHaveLength(1);
  expect(await world.storedHash(photos[0]?.object_key ?? '')).toBe(sha256(bytes));
  world.clock.now = new Date(Date.now() + 27 * 3_600_000);
  await world.forgetUploads();
  world.clock.now = new Date(Date.now() + 54 * 3_600_000);
  await world.forgetUploads();
  world.clock.now = null;
  const keys = (await world.stored()).map(({ key }) => key).filter((key) => key.includes(customerId));
  expect(keys).toEqual([photos[0]?.object_key]);
}

describe('after kill -9', () => {
  test('between bytes, the upload resumes at the end of the file', async () => {
    const bytes = jpegOf(3_000_000);
    const child = await world.startChild();
    const killed = clientOf(child.address);
    const url = await killed.create(bytes.length);
    const request = http.request(new URL(url, child.address), {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${killed.customerId}`,
        'tus-resumable': '1.0.0',
        'content-type': 'application/offset+octet-stream',
        'upload-offset': '0',
        'content-length': bytes.length,
      },
    });
    request.on('error', () => undefined);
    request.write(bytes.subarray(0, 1_700_000));
    await expect.poll(() => world.spooled()).toContain(`${url.split('/').at(-1)}-0`);
    await expect.poll(async () => (await spooledBytes(url)) > 1_000_000).toBe(true);
    await child.kill();
    const client = clientOf(world.address, killed.customerId);
    const requested = client.offsetOf(url);
    await endLeases();
    const offset = await requested;
    expect(offset).toBeGreaterThan(1_000_000);
    expect((await client.patch(url, offset, bytes.subarray(offset))).status).toBe(204);
    expect((await client.commit(url)).status).toBe(200);
    await expectSaved(client.customerId, bytes);
  });

  test('before the commit, the commit is made elsewhere', async () => {
    const bytes = jpegOf(100_000);
    const child = await world.startChild();
    const killed = clientOf(child.address);
    const url = await killed.send(bytes);
    await child.kill();
    const client = clientOf(world.address, killed.customerId);
    expect((await client.commit(url)).status).toBe(200);
    await expectSaved(client.customerId, bytes);
  });

  test.each(['before-object', 'after-object'])('%s was stored, the bytes are sent again', async (step) => {
    const bytes = jpegOf(100_000);
    const child = await world.startChild(step);
    const killed = clientOf(child.address);
    const url = await killed.create(bytes.length);
    await expect(killed.patch(url, 0, bytes)).rejects.toThrow();
    await child.ended;
    await endLeases();
    const client = clientOf(world.address, killed.customerId);
    const offset = await client.offsetOf(url);
    expect(offset).toBe(step === 'before-object' ? bytes.length : 0);
    if (offset === 0) await client.patch(url, 0, bytes);
    expect((await client.commit(url)).status).toBe(200);
    await expectSaved(client.customerId, bytes);
  });

  test.each(['before-transaction', 'after-transaction'])(
    '%s of the commit, the next one succeeds',
    async (step) => {
      const bytes = jpegOf(100_000);
      const child = await world.startChild(step);
      const killed = clientOf(child.address);
      const url = await killed.send(bytes);
      await expect(killed.commit(url)).rejects.toThrow();
      await child.ended;
      await endLeases();
      const client = clientOf(world.address, killed.customerId);
      expect(await world.photosOf(client.customerId)).toHaveLength(step === 'after-transaction' ? 1 : 0);
      expect(await client.commit(url)).toMatchObject({ status: 200, duplicate: false });
      await expectSaved(client.customerId, bytes);
    },
  );
});

async function spooledBytes(url: string): Promise<number> {
  return (await stat(`${world.dataDir}/uploads/${url.split('/').at(-1)}-0`)).size;
}
