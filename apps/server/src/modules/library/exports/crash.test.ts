import { fork } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ExportsWorld, startExports } from './exports.fixture.ts';
import { unzipAll } from './testing/unzip-all.ts';

const CHUNK_BYTES = 30_000;
/** After every query in `npm run trials`; in the gate after every fourth, from a random one on. */
const STEP = process.env.TRIALS === 'on' ? 1 : 4;
let world: ExportsWorld;
beforeAll(async () => {
  world = await startExports({ chunkBytes: CHUNK_BYTES, exportsPerDay: 100 });
});
afterAll(() => world.stop());

/** Plans an export in a process that kills itself after its n-th query; true if it finished before that. */
async function dieAfter(query: number, payload: object): Promise<boolean> {
  const env = {
    DATABASE_URL: world.databaseUrl,
    DATA_DIR: world.dataDir,
    PAYLOAD: JSON.stringify(payload),
    KILL_AFTER: String(query),
    CHUNK_BYTES: String(CHUNK_BYTES),
    NOW: world.clock.now.toISOString(),
  };
  const script = path.join(import.meta.dirname, 'crash-worker.fixture.ts');
  const child = fork(script, { env: { ...process.env, ...env }, execArgv: [], stdio: 'inherit' });
  const [code, signal] = await once(child, 'exit');
  expect([code, signal]).toEqual(code === 0 ? [0, null] : [null, 'SIGKILL']);
  return code === 0;
}

async function makeLibrary() {
  const customerId = await world.addCustomer({ email: `${randomBytes(8).toString('hex')}@example.com` });
  const hashes = [];
  for (let index = 0; index < 12; index++)
    hashes.push((await world.add(customerId, { name: `${index}.jpg`, content: randomBytes(8_000) })).sha256);
  return { customerId, hashes };
}

async function expectOneWhole(customerId: CustomerId, backupId: string, hashes: readonly string[]) {
  const { body } = await world.call(customerId, 'GET', `/backups/${backupId}`);
  expect(body.status).toBe('READY');
  expect(body.chunks.map(({ iteration }) => iteration)).toEqual(body.chunks.map((_, index) => index));
  const files = await Promise.all(
    body.chunks.map(async ({ iteration }) => (await world.download(customerId, backupId, iteration)).file),
  );
  expect(Object.values(unzipAll(files).photos).toSorted()).toEqual(hashes.toSorted());
  const { email } = await world.db
    .selectFrom('customers')
    .select('email')
    .where('user_id', '=', customerId)
    .executeTakeFirstOrThrow();
  const mails = (await world.mails()).filter(({ recipient }) => recipient === email);
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('ready')]);
}

describe('an export', () => {
  test('killed with -9 after any of its queries is made by the next run, complete, with one mail [EXP-26]', {
    timeout: 300_000,
  }, async () => {
    let queries = randomInt(STEP);
    for (let isOver = false; !isOver; ) {
      queries += STEP;
      const { customerId, hashes } = await makeLibrary();
      const { backupId } = (await world.call(customerId, 'POST', '/backups', { channel: 'pennyfern' })).body;
      isOver = await dieAfter(queries, { customerId, exportId: backupId });
      await world.work();
      await expectOneWhole(customerId, backupId, hashes);
    }
    expect(queries).toBeGreaterThan(10);
  });

  test('is made once by two simultaneous workers, with one mail', async () => {
    const { customerId, hashes } = await makeLibrary();
    const { backupId } = (await world.call(customerId, 'POST', '/backups', { channel: 'pennyfern' })).body;
    const run = () => world.run('lay-out-export', { customerId, exportId: backupId });
    await Promise.all([run(), run(), run()]);
    await world.work(2);
    await expectOneWhole(customerId, backupId, hashes);
  });

  test('with photos deleted in between says so and is complete', async () => {
    const { customerId, hashes } = await makeLibrary();
    const { backupId } = (await world.call(customerId, 'POST', '/backups', { channel: 'pennyfern' })).body;
    await dieAfter(4, { customerId, exportId: backupId });
    const { id, sha256 } = await world.db
      .selectFrom('photos')
      .select(['id', 'sha256'])
      .where('user_id', '=', customerId)
      .limit(1)
      .executeTakeFirstOrThrow();
    await world.deletePhotos(customerId, [id]);
    await world.work();
    await expectOneWhole(
      customerId,
      backupId,
      hashes.filter((hash) => hash !== sha256.toString('hex')),
    );
  });
});
