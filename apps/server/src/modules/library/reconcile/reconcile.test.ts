import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { writeEpoch } from '../../../platform/objects/epochs.ts';
import { createObjectStore } from '../../../platform/objects/storage.ts';
import { startS3Server } from '../../../platform/objects/testing/s3-server.ts';
import { createTestDatabase, type TestDatabase } from '../../../platform/testing/test-database.ts';
import { addCommerce } from '../../../system-tests/two-customers.commerce.fixture.ts';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { newJpeg } from '../../../testing/photos.ts';
import { createRestartingNode, hashOf } from '../../../testing/restarting-node.ts';
import { auditStorage } from '../storage-audit/index.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

const command = path.resolve(import.meta.dirname, '../../../cli/main.ts');

/** Replaces a database with a copy of another, as an operator restores a backup made while Keepsake was stopped. */
async function copyDatabase(fromUrl: string, toUrl: string): Promise<void> {
  const nameOf = (url: string) => new URL(url).pathname.slice(1);
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(`drop database if exists ${nameOf(toUrl)} with (force)`);
  await client.query(`create database ${nameOf(toUrl)} template ${nameOf(fromUrl)} strategy file_copy`);
  await client.end();
}

describe.each(['files', 'S3'])('reconciling a database with its store in %s', (kind) => {
  let folder: string;
  let database: TestDatabase;
  let earlier: TestDatabase;
  let bucket: Awaited<ReturnType<typeof startS3Server>> | null;
  let node: Awaited<ReturnType<typeof createRestartingNode>>;
  let [anna, ben] = [newCustomerId(), newCustomerId()];
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'keepsake-reconcile-'));
    [database, earlier] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    bucket = kind === 'S3' ? await startS3Server() : null;
    const storageUrl = bucket?.storageUrl;
    node = await createRestartingNode({ folder, databaseUrl: () => database.url, storageUrl });
    await node.start();
    [anna, ben] = [newCustomerId(), newCustomerId()];
    for (const customer of [anna, ben]) await node.open(customer);
  });
  afterEach(async () => {
    await node.end();
    await bucket?.stop();
    await Promise.all([database.drop(), earlier.drop()]);
    await rm(folder, { recursive: true, force: true });
  });

  const store = () =>
    createObjectStore({ storageUrl: bucket?.storageUrl ?? null, dataDir: path.join(folder, 'data') });
  const keysOf = async (customer: CustomerId) =>
    (await Array.fromAsync((await store()).list(`photos/${customer}/`))).map(({ key }) => key);
  const keyOf = async (photoId: string) => {
    const { db } = node.app().connection;
    const row = db.selectFrom('photos').select('object_key').where('id', '=', photoId);
    return (await row.executeTakeFirstOrThrow()).object_key;
  };
  async function reconcile(...options: string[]) {
    const env = { ...process.env, ...node.environment() };
    const running = promisify(execFile)(process.execPath, [command, 'reconcile', ...options], { env });
    return running.then(
      ({ stdout }) => ({ code: 0, stated: stdout }),
      ({ code, stdout, stderr }) => ({ code, stated: stdout + stderr }),
    );
  }
  const audit = async () => {
    const { findings } = await auditStorage({ databaseUrl: database.url, objects: await store() });
    return findings.map(({ what, count }) => [what, count]);
  };
  /** Empties what a customer's deletions leave, and runs the jobs. */
  async function purge(customer: CustomerId) {
    await node.run('delete-library', { customerId: customer }).catch(() => undefined);
    await node.call(customer, 'DELETE', '/photo-management/photos/deleted/all');
    await node.app().connection.pool.query('update deleted_photos set purge_after = now()');
    await node.run('purge-photos', { customerId: customer });
  }

  test('an older database gets back what was saved since, and not what was deleted', async () => {
    const stored = await node.save(anna);
    const deleted = await node.save(anna);
    const announced = await newJpeg(50, 30);
    const open = await (await node.client(anna)).send(announced, 'lake.jpg');
    await node.save(ben);
    await node.stop();
    await copyDatabase(database.url, earlier.url);

    await node.start();
    const since = await node.save(anna);
    const large = await node.save(anna, Buffer.concat([await newJpeg(60, 40), Buffer.alloc(17 * 1024 ** 2)]));
    expect((await (await node.client(anna)).commit(open)).status).toBe(200);
    await node.call(anna, 'DELETE', '/photo-management/photos', { photoIds: [deleted.id] });
    await node.call(ben, 'DELETE', '/photo-management/photos/all');
    await purge(anna);
    await purge(ben);
    expect(await keysOf(ben)).toEqual([]);
    await node.stop();
    await copyDatabase(earlier.url, database.url);

    expect((await node.start()).epochs.status).toBe('database-older');
    const dry = await reconcile();
    expect(dry).toMatchObject({ code: 1 });
    for (const line of [
      'the database is older than the store',
      '1  libraries are deleted again',
      '1  photos are dropped',
      '3  files become photos again',
    ])
      expect(dry.stated).toContain(line);
    expect(await node.library(anna)).toEqual([null, stored.hash].sort());
    expect(await reconcile('--apply')).toMatchObject({ code: 0 });
    expect(await node.status()).toBe('together');
    const hashes = [stored.hash, since.hash, large.hash, hashOf(announced)];
    expect(await node.library(anna)).toEqual(hashes.sort());
    await purge(ben);
    expect(await node.library(ben)).toEqual([]);
  });

  test('a library that was deleted and brought back stays, with what was added since the backup', async () => {
    const [stored, deleted] = [await node.save(anna), await node.save(ben)];
    await node.call(ben, 'DELETE', '/photo-management/photos', { photoIds: [deleted.id] });
    await node.stop();
    await copyDatabase(database.url, earlier.url);

    await node.start();
    const since = await node.save(anna);
    const { body } = await node.call<{ removalId: string }>(anna, 'DELETE', '/photo-management/photos/all');
    await node.run('delete-library', { customerId: anna });
    expect(await node.library(anna)).toEqual([]);
    await node.call(anna, 'POST', '/photo-management/photos/deleted/restore-all', body);
    await node.run('restore-removals', { customerId: anna });
    await purge(ben);
    expect(await keysOf(ben)).toEqual([]);
    await node.stop();
    await copyDatabase(earlier.url, database.url);

    await node.start();
    expect(await reconcile('--apply')).toMatchObject({ code: 0 });
    expect(await node.library(anna)).toEqual([stored.hash, since.hash].sort());
    // What was deleted for good is not offered once more.
    const list = await node.call<{ photosCount: number }>(ben, 'GET', '/photo-management/photos/deleted');
    expect(list.body.photosCount).toBe(0);
    await purge(ben);
    expect(await audit()).toEqual([]);
  });

  test('files of orders, products and projects missing in the store are listed, once each', async () => {
    await addCommerce({ db: node.app().connection.db, objects: await store() }, anna, randomUUID());
    const { db } = node.app().connection;
    const products = db.selectFrom('online_product_files').select(['id', 'object_key', 'purpose']);
    const [pdf, map] = await products.orderBy('purpose', 'desc').execute();
    await (await store()).remove([pdf?.object_key ?? '']);
    const key = `project-pictures/${anna}/${randomUUID()}`;
    await db.updateTable('projects').set({ picture_id: randomUUID(), picture_key: key }).execute();
    await (await store()).putBytes(`${key}.300.jpg`, Buffer.from('a picture'));
    const { stated } = await reconcile();
    expect(stated).toContain(
      '3  files of orders, products or projects are gone: ask their service to send them',
    );
    for (const part of [pdf?.id, `${key}.800.jpg`]) expect(stated).toContain(part);
    for (const part of [map?.id, `${key}.300.jpg`]) expect(stated).not.toContain(part);
  });

  test('an older store loses nothing more: what it lacks is listed and can be added again', async () => {
    const stored = await node.save(anna);
    const lost = await node.save(anna);
    const { db } = node.app().connection;
    const epoch = await (await store()).read('system/epoch.json');
    for (let minute = 0; minute < 3; minute++) await writeEpoch({ db, objects: await store() });
    await (await store()).remove([await keyOf(lost.id)]);
    await (await store()).putBytes('system/epoch.json', epoch);

    expect(await node.status()).toBe('store-older');
    await node.call(anna, 'DELETE', '/photo-management/photos', { photoIds: [stored.id] });
    await purge(anna);
    expect(await keysOf(anna)).toHaveLength(1);
    const dry = await reconcile();
    expect(dry).toMatchObject({ code: 1 });
    expect(dry.stated).toContain('the store is older than the database');
    expect(dry.stated).toContain(
      '1  photos have no original: restore the store, or ask customers to add the files again',
    );
    expect(await reconcile('--apply')).toMatchObject({ code: 0 });
    expect(await node.status()).toBe('together');
    expect(await node.library(anna)).toEqual([null]);
    await purge(anna);
    expect(await keysOf(anna)).toEqual([]);
    expect((await node.save(anna, lost.bytes)).id).toBe(lost.id);
    expect(await node.library(anna)).toEqual([lost.hash]);
    expect(await audit()).toEqual([]);
  });
});
