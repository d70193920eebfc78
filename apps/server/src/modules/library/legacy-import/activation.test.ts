import { readFile, truncate } from 'node:fs/promises';
import path from 'node:path';
import { MAX_PHOTO_BYTES } from '@keepsake/contracts/platform/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DiskFull, type DiskRoom } from '../../../platform/disk-room.ts';
import { joinEpochs, writeEpoch } from '../../../platform/objects/epochs.ts';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { listenToPushes } from '../phone-transfers/pushes.fixture.ts';
import { type ActivationWorld, makePhoto, startActivationWorld } from './activation.fixture.ts';

let world: ActivationWorld;
beforeAll(async () => {
  world = await startActivationWorld();
});
afterAll(() => world.stop());

const fixtures = path.join(import.meta.dirname, '../../../platform/images/fixtures');
const LAST = { attempt: 8, maxAttempts: 8 };

describe('the activation status', () => {
  test('is ACTIVE for a new customer from the start, and stays so if asked to begin [ACT-01, ACT-04]', async () => {
    const customer = newCustomerId();
    expect(await world.status(customer)).toEqual({ status: 'ACTIVE' });
    expect(await world.activate(customer)).toEqual({ status: 'ACTIVE' });
  });

  test('goes from NOT_ACTIVE through IMPORTING, with its progress, to ACTIVE [ACT-01, ACT-03, ACT-05]', async () => {
    const customer = newCustomerId();
    await world.addPhotos(customer, 2);
    expect(await world.status(customer)).toEqual({ status: 'NOT_ACTIVE' });
    const importing = { status: 'IMPORTING', progress: { total: 2, imported: 0, failed: 0 } };
    expect(await world.activate(customer)).toEqual(importing);
    expect(await world.activate(customer)).toEqual(importing);
    await world.run(customer);
    const lastImport = { ended: expect.stringMatching(/Z$/), imported: 2, failed: 0 };
    expect(await world.status(customer)).toEqual({ status: 'ACTIVE', lastImport });
    expect(await world.photos(customer)).toHaveLength(2);
  });

  test('is DELETING while the whole library is deleted, and nothing is imported then [ACT-01]', async () => {
    const customer = newCustomerId();
    await world.addPhotos(customer, 1);
    await world.activate(customer);
    await world.call(customer, 'DELETE', '/photo-management/photos/all');
    expect(await world.status(customer)).toEqual({ status: 'DELETING' });
    expect(await world.activate(customer)).toEqual({ status: 'DELETING' });
    await world.run(customer);
    expect(await world.photos(customer)).toHaveLength(0);
    await world.db.deleteFrom('photo_deletions').where('user_id', '=', customer).execute();
    await world.run(customer);
    expect(await world.photos(customer)).toHaveLength(1);
  });

  test('waits while the database is older than the store, and continues once they are reconciled', async () => {
    const customer = newCustomerId();
    await world.addPhotos(customer, 2);
    await world.activate(customer);
    const joined = { db: world.db, objects: world.objects };
    for (let minute = 0; minute < 2; minute++) await writeEpoch(joined);
    await sql`update store_epoch set epoch = epoch - 2`.execute(world.db);
    await sql`delete from graphile_worker._private_jobs`.execute(world.db);
    await world.run(customer);
    expect(await world.status(customer)).toMatchObject({ status: 'IMPORTING', progress: { imported: 0 } });
    expect(await world.photos(customer)).toEqual([]);
    const { rows } = await world.query<{ seconds: number }>(
      `select extract(epoch from run_at - now())::float as seconds from graphile_worker.jobs where key = $1`,
      [`import-library:${customer}`],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.seconds).toBeGreaterThan(10);
    await joinEpochs(joined);
    await world.run(customer);
    expect(await world.status(customer)).toMatchObject({ status: 'ACTIVE', lastImport: { imported: 2 } });
    expect(await world.photos(customer)).toHaveLength(2);
  });

  test('is per customer: the import of one does not touch the other', async () => {
    const [anna, noah] = [newCustomerId(), newCustomerId()];
    await world.addPhotos(anna, 1);
    await world.addPhotos(noah, 1);
    await world.activate(anna);
    await world.run(anna);
    await world.run(noah);
    expect(await world.photos(noah)).toEqual([]);
    expect(await world.status(noah)).toEqual({ status: 'NOT_ACTIVE' });
  });
});

describe('the import of legacy uploads', () => {
  test('pushes when it begins and ends [PSH-03, PSH-09]', async () => {
    const customer = newCustomerId();
    await world.addPhotos(customer, 1);
    const started = await listenToPushes(world.installation, customer, 'import-started');
    const finished = await listenToPushes(world.installation, customer, 'import-finished');
    await world.activate(customer);
    await world.run(customer);
    const message = (type: string, imported: number) => ({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type,
      data: { payload: { total: 1, imported, failed: 0 }, timestamp: expect.stringMatching(/^\d{4}-.*Z$/) },
    });
    expect(await started.next(1)).toMatchObject([message('import-started', 0)]);
    expect(await finished.next(1)).toMatchObject([message('import-finished', 1)]);
    await Promise.all([started.close(), finished.close()]);
  });

  test('recognises photos already in the library, dates photos and removes the imported files', async () => {
    const customer = newCustomerId();
    const content = await makePhoto();
    const [first, second] = [
      await world.addLegacy(customer, content),
      await world.addLegacy(customer, content),
    ];
    await world.activate(customer);
    await world.run(customer);
    const photos = await world.photos(customer);
    expect(photos).toHaveLength(1);
    expect(photos[0]?.dateTaken).toBeTruthy();
    for (const id of [first, second]) {
      const { body } = await world.call(customer, 'GET', `/storage/uploads/${id}?accountId=${customer}`);
      expect(body).toMatchObject({ state: 'imported', imageId: photos[0]?.imageId });
      expect(await world.objects.size(keyOf(id))).toBeNull();
    }
  });

  test('skips files that are no photos, reports their name and reason only to the customer, and imports the rest', async () => {
    const customer = newCustomerId();
    const bad = await world.addLegacy(customer, Buffer.from('no photo'));
    const lost = await world.addLegacy(customer, null);
    const large = await world.addLegacy(customer, Buffer.from('x'));
    await truncate(path.join(world.dataDir, 'objects', keyOf(large)), MAX_PHOTO_BYTES + 1);
    await world.addPhotos(customer, 2);
    const finished = await listenToPushes(world.installation, customer, 'import-finished');
    await world.activate(customer);
    await world.run(customer);
    expect(await world.photos(customer)).toHaveLength(2);
    const payload = { total: 5, imported: 2, failed: 3 };
    expect(await finished.next(1)).toMatchObject([{ data: { payload } }]);
    const faults = { [bad]: 'not-a-photo', [lost]: 'missing', [large]: 'too-large' };
    for (const id of Object.keys(faults)) {
      expect((await world.call(customer, 'GET', `/storage/uploads/${id}`)).body.state).toBe('failed');
    }
    const { body } = await world.failures(customer);
    expect(body.total).toBe(3);
    expect(Object.fromEntries(body.items.map(({ id, fault }) => [id, fault]))).toEqual(faults);
    expect(body.items[0]?.fileName).toMatch(/jpg$/);
    expect((await world.failures(newCustomerId())).body).toEqual({ items: [], total: 0 });
    expect((await world.status(customer)).status).toBe('ACTIVE');
    await finished.close();
  });

  test('accepts HEIC, PNG and a broken JPEG like any upload: the last is stored, without a thumbnail', async () => {
    const customer = newCustomerId();
    for (const name of ['grid-rotated-p3.heic', 'exif.png', 'exif-original.jpg']) {
      const content = await readFile(path.join(fixtures, name));
      await world.addLegacy(customer, name.endsWith('jpg') ? content.subarray(0, 300) : content);
    }
    await world.activate(customer);
    await world.run(customer);
    const rows = await world.db
      .selectFrom('photos')
      .select('format')
      .where('user_id', '=', customer)
      .execute();
    expect(rows.map(({ format }) => format).toSorted()).toEqual(['heic', 'jpeg', 'png']);
    expect(await world.status(customer)).toMatchObject({ lastImport: { imported: 3, failed: 0 } });
  });

  test('waits while the disk is full, fails nothing, and continues when there is room', async () => {
    const customer = newCustomerId();
    await world.addPhotos(customer, 3);
    await world.activate(customer);
    const [node] = world.installation.nodes;
    const full = vi.spyOn(node?.room as DiskRoom, 'take').mockRejectedValue(new DiskFull());
    await expect(world.run(customer, LAST)).rejects.toMatchObject({ code: 'ENOSPC' });
    full.mockRestore();
    const progress = { total: 3, imported: 0, failed: 0 };
    expect(await world.status(customer)).toEqual({ status: 'IMPORTING', progress });
    await world.run(customer);
    expect(await world.status(customer)).toMatchObject({ lastImport: { imported: 3, failed: 0 } });
    expect(await world.photos(customer)).toHaveLength(3);
  });

  test('that fails says so, keeps what it has and can be started again [PSH-03]', async () => {
    const customer = newCustomerId();
    const first = '00000000-0000-4000-8000-000000000000';
    const id = await world.addLegacy(customer, await makePhoto(), first);
    await world.addPhotos(customer, 1);
    // A key that no store accepts simulates a failing store.
    await setKey(id, '../outside');
    const errors = await listenToPushes(world.installation, customer, 'import-error');
    await world.activate(customer);
    await expect(world.run(customer)).rejects.toThrow(RangeError);
    expect((await world.status(customer)).status).toBe('IMPORTING');
    await world.run(customer, LAST);
    expect(await errors.next(1)).toMatchObject([{ data: { payload: { total: 2, imported: 1 } } }]);
    expect(await world.photos(customer)).toHaveLength(1);
    expect(await world.status(customer)).toMatchObject({ status: 'NOT_ACTIVE', lastImport: { imported: 1 } });
    await setKey(id, keyOf(id));
    await world.activate(customer);
    await world.run(customer);
    expect(await world.photos(customer)).toHaveLength(2);
    await errors.close();
  });

  test('whose job was lost is resumed by the housekeeping', async () => {
    const customer = newCustomerId();
    await world.addPhotos(customer, 1);
    await world.activate(customer);
    const { pool } = world.installation.nodes[0]?.connection ?? {};
    const key = `import-library:${customer}`;
    await pool?.query('delete from graphile_worker._private_jobs where key = $1', [key]);
    const check = world.installation.nodes[0]?.tasks.find(({ name }) => name === 'check-imports');
    await check?.handle({}, LAST);
    const { rowCount } = (await pool?.query('select from graphile_worker.jobs where key = $1', [key])) ?? {};
    expect(rowCount).toBe(1);
  });
});

const keyOf = (id: string) => `legacy-uploads/${id}-x`;

async function setKey(id: string, objectKey: string) {
  await world.db.updateTable('legacy_uploads').set({ object_key: objectKey }).where('id', '=', id).execute();
}
