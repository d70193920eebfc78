import { randomInt } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { killBackend } from '../apps/server/src/platform/testing/kill-backend.ts';
import { createBusyCustomer } from './busy-customer.ts';
import { createCustomerAt } from './customers.ts';
import { createOwnServer } from './own-server.ts';
import { IS_TRIAL } from './trial.ts';

const KILLS = IS_TRIAL ? 20 : 1;
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
  ['a backend of the database', () => killBackend(server.dataDir)],
  ['the database', () => server.killDatabase()],
  [
    'the server',
    async () => {
      await server.kill('SIGKILL');
      await server.start();
    },
  ],
];

/** Customers at work. `goOn` lets them continue until a random moment, in the middle of whatever they are doing. */
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

test('everything confirmed to customers is there after each kill, once, and the audit is clean', async () => {
  test.setTimeout(60_000 + KILLS * 90_000);
  for (let n = 1; n <= KILLS; n++) {
    const [name, kill] = VICTIMS[(n - 1) % VICTIMS.length] as (typeof VICTIMS)[0];
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
