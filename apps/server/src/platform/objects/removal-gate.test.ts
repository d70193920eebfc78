import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../testing/test-database.ts';
import { joinEpochs, SYSTEM_PREFIX, writeEpoch } from './epochs.ts';
import { type GuardedStore, openObjectStore } from './removal-gate.ts';
import { startS3Server } from './testing/s3-server.ts';

describe.each(['files', 'S3'])('a database and its store in %s', (kind) => {
  let database: OpenTestDatabase;
  let dataDir: string;
  let server: Awaited<ReturnType<typeof startS3Server>> | null;
  let objects: GuardedStore;
  beforeEach(async () => {
    database = await openTestDatabase();
    dataDir = await mkdtemp(path.join(tmpdir(), 'keepsake-gate-'));
    server = kind === 'S3' ? await startS3Server() : null;
    objects = await openObjectStore({ storageUrl: server?.storageUrl ?? null, dataDir }, database.db);
    await objects.putBytes('photos/a', Buffer.from('a'));
    for (let minute = 0; minute < 3; minute++) await writeEpoch({ db: database.db, objects });
  });
  afterEach(async () => {
    await objects.close();
    await server?.stop();
    await rm(dataDir, { recursive: true, force: true });
    await database.stop();
  });

  const status = async () => (await objects.compareEpochs()).status;
  const restoreDatabase = (epoch: number) =>
    sql`update store_epoch set epoch = ${epoch}`.execute(database.db);
  async function expectHeld() {
    expect(await objects.mayRemove()).toBe(false);
    expect(await objects.remove(['photos/a'])).toBe(false);
    expect(await objects.size('photos/a')).toBe(1);
  }

  test('match, even if a kill left the store one behind', async () => {
    expect(await status()).toBe('together');
    const cut = { ...objects, putBytes: () => Promise.reject(new Error('killed')) };
    await expect(writeEpoch({ db: database.db, objects: cut })).rejects.toThrow('killed');
    await expect(writeEpoch({ db: database.db, objects: cut })).rejects.toThrow('killed');
    expect(await status()).toBe('together');
    await writeEpoch({ db: database.db, objects });
    expect(await status()).toBe('together');
    expect(await objects.remove(['photos/a'])).toBe(true);
    expect(await objects.size('photos/a')).toBeNull();
  });

  test.each([2, 0])(
    'lose no object once the database is back at epoch %i, until they are reconciled',
    async (epoch) => {
      await restoreDatabase(epoch);
      expect(await status()).toBe('database-older');
      await expectHeld();
      await writeEpoch({ db: database.db, objects });
      await expectHeld();
      await joinEpochs({ db: database.db, objects });
      expect(await status()).toBe('together');
      expect(await objects.remove(['photos/a'])).toBe(true);
    },
  );

  test('lose no object while another cluster or timeline has the same epoch, until they are reconciled', async () => {
    const key = `${SYSTEM_PREFIX}epoch.json`;
    const stored = JSON.parse((await objects.read(key)).toString());
    expect(stored.lineage).toMatch(/^\d+\/0000000\d$/);
    const rewrite = (lineage: string | undefined) =>
      objects.putBytes(key, Buffer.from(JSON.stringify({ ...stored, lineage })));
    await rewrite(undefined); // as earlier releases wrote it
    expect(await status()).toBe('together');
    await rewrite(stored.lineage.replace(/.$/, '9'));
    expect(await status()).toBe('recovered');
    await expectHeld();
    await writeEpoch({ db: database.db, objects });
    await expectHeld();
    await joinEpochs({ db: database.db, objects });
    expect(await status()).toBe('together');
  });

  test('forget since when one of them was behind once they agree again', async () => {
    const key = `${SYSTEM_PREFIX}epoch.json`;
    const stored = await objects.read(key);
    const elsewhere = { ...JSON.parse(stored.toString()), lineage: '1/00000009' };
    await objects.putBytes(key, Buffer.from(JSON.stringify(elsewhere)));
    await writeEpoch({ db: database.db, objects });
    expect((await objects.compareEpochs()).behindSince).toBeInstanceOf(Date);
    await objects.putBytes(key, stored);
    await writeEpoch({ db: database.db, objects });
    expect(await objects.compareEpochs()).toMatchObject({ status: 'together', behindSince: null });
  });

  test.each(['', '{"epoch":', '{"epoch":3}', 'damaged'])(
    'lose no object while the store says %j, until they are reconciled',
    async (text) => {
      await objects.putBytes(`${SYSTEM_PREFIX}epoch.json`, Buffer.from(text));
      for (const epoch of [3, 0]) {
        await restoreDatabase(epoch);
        await writeEpoch({ db: database.db, objects });
        expect(await objects.compareEpochs()).toMatchObject({ status: 'store-older', storeAt: null });
        await expectHeld();
      }
      await joinEpochs({ db: database.db, objects });
      expect(await status()).toBe('together');
    },
  );

  test('show their cluster and timeline to every role of the database', async () => {
    const role = sql.id(`ordinary_${randomUUID().slice(0, 8)}`);
    await sql`create role ${role} nologin`.execute(database.db);
    const notified = await database.db.connection().execute(async (db) => {
      await sql`set role ${role}`.execute(db);
      const { rows } = await sql`select system_identifier, pg_walfile_name(pg_current_wal_insert_lsn())
        from pg_control_system()`.execute(db);
      await sql`reset role`.execute(db);
      return rows;
    });
    expect(notified).toHaveLength(1);
    await sql`drop role ${role}`.execute(database.db);
  });

  test('lose no object if the store is the older one, or another installation’s', async () => {
    await restoreDatabase(9);
    expect(await status()).toBe('store-older');
    await expectHeld();
    await sql`update store_epoch set epoch = 3, installation = gen_random_uuid()`.execute(database.db);
    expect(await status()).toBe('strangers');
    await expectHeld();
  });
});

test('only this gate creates a store, so that nothing bypasses it to remove objects', () => {
  const source = path.resolve(import.meta.dirname, '../..');
  const files = globSync('**/*.ts', { cwd: source }).filter(
    (file) => !/\.(test|fixture)\.ts$|testing\//.test(file),
  );
  const makers = files.filter((file) =>
    /createObjectStore\(|createFileStore\(|createS3Store\(/.test(
      readFileSync(path.join(source, file), 'utf8'),
    ),
  );
  expect(makers.map((file) => path.basename(file)).sort()).toEqual([
    'file-store.ts',
    'removal-gate.ts',
    's3-store.ts',
    'storage.ts',
  ]);
});
