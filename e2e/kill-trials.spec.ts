import { randomInt } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { sql } from 'kysely';
import pino from 'pino';
import { openDatabase } from '../apps/server/src/platform/database/database.ts';
import { findRunningPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts';
import { createBusyCustomer } from './busy-customer.ts';
import { createCustomerAt } from './customers.ts';
import { createOwnServer } from './own-server.ts';
import { IS_TRIAL } from './trial.ts';

const KILLS = IS_TRIAL ? 20 : 2;
const CUSTOMERS = 3;

let server: Awaited<ReturnType<typeof createOwnServer>>;
test.beforeAll(async () => {
  server = await createOwnServer({ DEMO: 'off', TRUST_PROXY: 'loopback', RATE_LIMIT_PER_MINUTE: '100000' });
  await server.start();
});
test.afterAll(() => server.remove());

/** What is killed, in turn. */
const VICTIMS: [name: string, kill: () => Promise<void>][] = [
  [
    'server and database',
    async () => {
      await server.kill('SIGKILL');
      await server.killDatabase();
      await server.start();
    },
  ],
  ['a connection of the database', killConnection],
  ['the database', () => server.killDatabase()],
  [
    'the server',
    async () => {
      await server.kill('SIGKILL');
      await server.start();
    },
  ],
];

/** Customers at work. `goOn` lets them, up to a moment that chance chooses, in the middle of whatever they do. */
function startBustle(customers: ReturnType<typeof createBusyCustomer>[]) {
  let [done, isOver] = [0, false];
  const onDone = () => void done++;
  const working = Promise.all(customers.map((customer) => customer.work({ isOver: () => isOver, onDone })));
  async function goOn() {
    const enough = done + randomInt(20);
    await expect.poll(() => done, { intervals: [5], timeout: 60_000 }).toBeGreaterThanOrEqual(enough);
  }
  async function end() {
    isOver = true;
    await working;
  }
  return { goOn, end };
}

/** Kills one backend, which ends all others of that database, too. */
async function killConnection() {
  const url = (await findRunningPostgres(server.dataDir)) ?? '';
  const { db, close } = openDatabase({ url, maxConnections: 1, log: pino({ level: 'silent' }) });
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid() order by random() limit 1`.execute(db);
  for (const { pid } of rows) process.kill(pid, 'SIGKILL');
  await close();
}

test('what customers were told is done is there after each kill, once, and the audit is clean', async () => {
  test.setTimeout(60_000 + KILLS * 90_000);
  for (let n = 1; n <= KILLS; n++) {
    const [name, kill] = VICTIMS[n % VICTIMS.length] as (typeof VICTIMS)[0];
    await test.step(`kill ${n}: ${name}`, async () => {
      const signedUp = Array.from({ length: CUSTOMERS }, () => createCustomerAt(server.url));
      const customers = (await Promise.all(signedUp)).map(({ authorization }) =>
        createBusyCustomer({ url: server.url, authorization }),
      );
      const bustle = startBustle(customers);
      await bustle.goOn();
      await kill();
      await bustle.goOn();
      await bustle.end();
      const done = await Promise.all(customers.map((customer) => customer.finish()));
      expect(await server.audit('--deep')).toContain('No problems were found.');
      if (IS_TRIAL) console.log(`kill ${n}, ${name}: ${done.join('; ')}; the audit is clean`);
    });
  }
});
