import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { newCustomerId } from '../../testing/customer-ids.ts';
import { startWorld } from '../../testing/start-world.ts';
import type { Queryable } from '../database/database.ts';
import { type NewFile, storeFile } from './pending-objects.ts';
import { createObjectPurge, removeObjectsLater } from './purge-objects.ts';

const start = () => startWorld({ modules: (parts) => [createObjectPurge(parts)] });
let world: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  world = await start();
});
afterAll(() => world.stop());
afterEach(async () => {
  vi.restoreAllMocks();
  await sql`delete from pending_objects`.execute(world.db);
  await world.objects.remove(await stored());
});

const PDF = Buffer.from('%PDF-1.7');
const stored = async () => (await Array.fromAsync(world.objects.list(''))).map(({ key }) => key).sort();
const pending = () => world.db.selectFrom('pending_objects').selectAll().execute();
const purge = () => world.run('purge-order-files');
const erase = (customerId: CustomerId) =>
  world.modules[0].personalData?.erase?.(customerId, { closedAt: new Date(), emails: [] });

function newFile(customerId: CustomerId = newCustomerId()): NewFile {
  const objectKey = `order-files/${customerId}/${randomUUID()}`;
  return { customerId, objectKey, keys: [`${objectKey}.300.jpg`, `${objectKey}.800.jpg`] };
}
/** Something that a file can belong to. */
const makeRow = (trx: Queryable, name: string) => trx.insertInto('demo_marks').values({ name }).execute();
const hasRow = async (name: string) =>
  (await world.db.selectFrom('demo_marks').select('name').where('name', '=', name).execute()).length === 1;

/** Stores a file as a request does; `fail` is called after each step. */
function store(file: NewFile, fail: (step: string) => unknown = () => undefined) {
  return storeFile(world, file, async (writer) => {
    await fail('noted');
    for (const key of file.keys) {
      await writer.addBytes(key, PDF);
      await fail(key);
    }
    await world.db.transaction().execute(async (trx) => {
      await makeRow(trx, file.objectKey);
      await fail('row made');
      await writer.settle(trx);
      await fail('settled');
    });
    await fail('committed');
  });
}

/** Everything that a row names is old enough to be removed. */
const passTime = () => sql`update pending_objects set remove_after = now()`.execute(world.db);

describe('a file', () => {
  test('has its keys in a row before the first byte, until the row that it belongs to commits', async () => {
    const file = newFile();
    const seen: number[] = [];
    await store(file, async (step) => {
      // Within the transaction nothing else is asked.
      if (step !== 'row made' && step !== 'settled') seen.push((await pending()).length);
    });
    expect(seen).toEqual([1, 1, 1, 0]);
    expect([await stored(), await pending()]).toEqual([[...file.keys].sort(), []]);
  });

  const STEPS = [
    'its keys are noted',
    'half of it is stored',
    'it is stored',
    'its row is made',
    'it is settled',
  ];
  const stepOf = (file: NewFile, step: string) =>
    ['noted', ...file.keys, 'row made', 'settled'][STEPS.indexOf(step)];

  test.each(STEPS)('that fails once %s leaves nothing', async (name) => {
    const file = newFile();
    const fail = (step: string) => {
      if (step === stepOf(file, name)) throw new Error('broken');
    };
    await expect(store(file, fail)).rejects.toThrow('broken');
    expect([await stored(), await pending(), await hasRow(file.objectKey)]).toEqual([[], [], false]);
  });

  test.each(STEPS)('whose writer is killed once %s is purged an hour later', async (name) => {
    const file = newFile();
    const reached = Promise.withResolvers<void>();
    const killed = Promise.withResolvers<never>();
    const storing = store(file, (step) => {
      if (step !== stepOf(file, name)) return undefined;
      reached.resolve();
      return killed.promise;
    });
    await reached.promise;
    await purge();
    expect(await pending()).toHaveLength(1);
    // What a kill does to the writer's transaction.
    vi.spyOn(world.objects, 'remove').mockRejectedValueOnce(new Error('killed'));
    killed.reject(new Error('killed'));
    await expect(storing).rejects.toThrow('killed');
    await passTime();
    await purge();
    await passTime();
    await purge();
    expect([await stored(), await pending(), await hasRow(file.objectKey)]).toEqual([[], [], false]);
  });

  test('stays if only the answer to its commit was lost', async () => {
    const file = newFile();
    const fail = (step: string) => {
      if (step === 'committed') throw new Error('the connection is gone');
    };
    await expect(store(file, fail)).rejects.toThrow('the connection is gone');
    await passTime();
    await purge();
    expect([await stored(), await pending()]).toEqual([[...file.keys].sort(), []]);
  });

  test('is removed if somebody else was faster and it is not needed', async () => {
    const file = newFile();
    await storeFile(world, file, async (writer) => {
      await writer.addBytes(file.keys[0] ?? '', PDF);
    });
    expect([await stored(), await pending()]).toEqual([[], []]);
  });

  test('whose writer slept until it was purged belongs to nothing, and nothing of it stays', async () => {
    const file = newFile();
    const slept = async (step: string) => {
      if (step !== file.keys[0]) return;
      await passTime();
      await purge();
      expect(await stored()).toEqual([]);
    };
    await expect(store(file, slept)).rejects.toMatchObject({ code: 'unavailable' });
    expect([await stored(), await pending(), await hasRow(file.objectKey)]).toEqual([[], [], false]);
  });

  test('whose writer slept, and is killed when it wakes up, is purged once more', async () => {
    const file = newFile();
    const slept = async (step: string) => {
      if (step !== file.keys[0]) return;
      await passTime();
      await purge();
      vi.spyOn(world.objects, 'remove').mockRejectedValueOnce(new Error('killed'));
    };
    await expect(store(file, slept)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await stored()).toEqual([file.keys[1]]);
    await passTime();
    await purge();
    expect([await stored(), await pending()]).toEqual([[], []]);
  });

  test('waits while the store removes nothing, and is then removed', async () => {
    const remove = vi.spyOn(world.objects, 'remove').mockResolvedValue(false);
    await expect(store(newFile(), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    const gone = newFile();
    await store(gone);
    await removeObjectsLater(world.db, [gone]);
    await purge();
    expect(await pending()).toHaveLength(2);
    remove.mockRestore();
    await purge();
    expect([await stored(), await pending()]).toEqual([[], []]);
  });

  test('of another customer, or an object of another file, is refused before anything is stored', async () => {
    const file = newFile();
    const foreign = { ...file, customerId: newCustomerId() };
    await expect(store(foreign)).rejects.toThrow(RangeError);
    const local = path.join(world.dataDir, 'local');
    await writeFile(local, PDF);
    const other = newFile().objectKey;
    await expect(storeFile(world, file, (writer) => writer.addFile(other, local))).rejects.toThrow(
      RangeError,
    );
    expect([await stored(), await pending()]).toEqual([[], []]);
  });

  test('from before a reconciliation stays: the restored database does not know whether it was settled', async () => {
    const file = newFile();
    await world.objects.putBytes(file.keys[0] ?? '', PDF);
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    await world.db
      .insertInto('pending_objects')
      .values({
        user_id: file.customerId,
        object_key: file.objectKey,
        keys: [...file.keys],
        is_open: true,
        created_at: ago(3),
        remove_after: ago(2),
      })
      .execute();
    await world.db
      .updateTable('store_epoch')
      .set({ reconciled_at: ago(1) })
      .execute();
    await purge();
    expect([await stored(), await pending()]).toEqual([[file.keys[0]], []]);
    await world.db.updateTable('store_epoch').set({ reconciled_at: null }).execute();
  });

  test('that the version before removes is removed', async () => {
    const { customerId, objectKey, keys } = newFile();
    for (const key of keys) await world.objects.putBytes(key, PDF);
    await world.db
      .insertInto('deleted_order_files')
      .values({
        user_id: customerId,
        id: randomUUID(),
        object_key: objectKey,
        purpose: 'thumbnail',
        deleted_at: new Date(),
      })
      .execute();
    await purge();
    expect([await stored(), await pending()]).toEqual([[], []]);
  });
});

describe('at erasure', () => {
  test('every folder of the customer is emptied, whatever rows say, and no other', async () => {
    const [anna, ben] = [newCustomerId(), newCustomerId()];
    const folders = ['order-files', 'online-products', 'project-pictures', 'invoices', 'my-data'];
    for (const folder of folders)
      for (const customerId of [anna, ben]) await world.objects.putBytes(`${folder}/${customerId}/lost`, PDF);
    expect(await erase(anna)).toBeNull();
    expect(await stored()).toEqual(folders.map((folder) => `${folder}/${ben}/lost`).sort());
  });

  test('it waits for whoever is storing a file, and removes what they leave, in folders without customers too', async () => {
    const anna = newCustomerId();
    const objectKey = `issued-invoices/pennyfern/${randomUUID()}`;
    const file = { customerId: anna, objectKey, keys: [objectKey] };
    await storeFile(world, file, async (writer) => {
      await writer.addBytes(objectKey, PDF);
      expect(await erase(anna)).toBeInstanceOf(Date);
      vi.spyOn(world.objects, 'remove').mockRejectedValueOnce(new Error('killed'));
    });
    expect(await stored()).toEqual([objectKey]);
    expect(await erase(anna)).toBeNull();
    expect([await stored(), await pending()]).toEqual([[], []]);
  });
});
