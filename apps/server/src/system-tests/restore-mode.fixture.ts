import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { IDEMPOTENCY_HEADER } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import pino from 'pino';
import { vi } from 'vitest';
import { type App, createApp } from '../app.ts';
import { readConfig } from '../config/config.ts';
import { DAY_MS } from '../platform/clock.ts';
import { createCall } from '../testing/call-api.ts';
import { asCustomerId } from '../testing/customer-ids.ts';
import { writeBrands } from '../testing/issuing-brand.ts';
import { startRestorableDatabase } from '../testing/restorable-database.ts';
import { startSmtpServer } from '../testing/smtp-server.ts';
import { embeddedTokens, SECRETS_KEY } from '../testing/start-installation.ts';

const TOKEN = 'the-token-of-the-shop-0123456789abcdef';
/** The brand whose invoices are issued here. */
const ISSUING = 'kiekhof';
export const PASSWORD = 'tulips in the rain';

/** A retailer's shop, which records the events that it gets. */
export async function startShop() {
  const received: { id: string; type: string }[] = [];
  const server = createServer(async (request, response) => {
    const { type } = JSON.parse(await text(request));
    received.push({ id: String(request.headers['webhook-id']), type });
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { received, url, stop: () => new Promise((resolve) => server.close(resolve)) };
}

type Running = { app: App; address: string; log: string[] };

/**
 * One node with its jobs, a database that goes back to a point in time, a mail server and a shop: what leaves it is counted, however
 * often its database is restored.
 */
export async function startRestorableNode() {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepsake-restore-mode-'));
  const database = await startRestorableDatabase(folder);
  const [mails, shop] = [await startSmtpServer(), await startShop()];
  const secret = `whsec_${Buffer.from('s'.repeat(32)).toString('base64')}`;
  const environment = {
    DATA_DIR: path.join(folder, 'data'),
    SECRETS_KEY,
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    CHANNELS_FILE: await writeBrands(path.join(folder, 'brands'), ISSUING),
    SERVICE_TOKENS: JSON.stringify({ shop: { token: TOKEN, scopes: ['orders', 'events', 'vouchers'] } }),
    WEBHOOKS: JSON.stringify({ shop: { url: shop.url, secret, isInternal: true } }),
    RATE_LIMIT_PER_MINUTE: '100000',
    DEMO: 'off',
    DEMO_SHOP: 'off',
    LOG_LEVEL: 'silent',
  };
  let running: Running | null = null;
  const now = () => {
    if (!running) throw new Error('The node is stopped');
    return running;
  };
  async function start(days = 0): Promise<App> {
    const log: string[] = [];
    const url = database.url();
    const app = await createApp({
      config: readConfig({ ...environment, DATABASE_URL: url }),
      databaseUrl: url,
      log: pino({ level: 'info' }, { write: (line) => log.push(line) }),
      clock: () => new Date(Date.now() + days * DAY_MS),
      webFolder: null,
    });
    running = { app, log, address: await app.http.listen({ host: '127.0.0.1', port: 0 }) };
    return app;
  }
  async function stop(): Promise<void> {
    await running?.app.close();
    running = null;
  }
  async function send(method: string, to: string, body: object, headers: Record<string, string> = {}) {
    const answer = await fetch(`${now().address}/api${to}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}`, ...headers },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${to} got ${answer.status} ${await answer.text()}`);
  }
  async function run(name: string): Promise<void> {
    const task = now().app.tasks.find((one) => one.name === name);
    await task?.handle({}, { attempt: 1, maxAttempts: 1 });
  }
  /** Has waiting jobs tried now. */
  const runSoon = (tasks: readonly string[]) =>
    sql`update graphile_worker._private_jobs as jobs set run_at = now() from graphile_worker._private_tasks as tasks
      where tasks.id = task_id and identifier = any(${tasks}) and locked_at is null`.execute(
      now().app.connection.db,
    );
  async function countJobs(task: string): Promise<number> {
    const { rows } = await sql`select from graphile_worker.jobs where task_identifier = ${task}`.execute(
      now().app.connection.db,
    );
    return rows.length;
  }
  function keepsake(...words: string[]) {
    const env = { ...process.env, ...environment, DATABASE_URL: database.url() };
    const command = path.join(import.meta.dirname, '../cli/main.ts');
    return promisify(execFile)(process.execPath, [command, ...words], { env }).then(
      ({ stdout }) => ({ code: 0, stated: stdout }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
        code,
        stated: stdout + stderr,
      }),
    );
  }
  return {
    mails,
    shop,
    runSoon,
    countJobs,
    waitFor: (task: string, jobs: number) =>
      vi.waitUntil(
        async () => {
          await runSoon([task]);
          return (await countJobs(task)) === jobs;
        },
        { timeout: 30_000, interval: 50 },
      ),
    keepsake,
    reconcile: (...options: string[]) => keepsake('reconcile', ...options),
    /** Restores the database to a named moment; the clock is nine days ahead afterwards. */
    async restore(moment: string): Promise<void> {
      for (let minute = 0; minute < 2; minute++) await run('write-epoch');
      await stop();
      await database.recover(moment);
      await start(9);
    },
    database,
    start,
    stop,
    app: () => now().app,
    db: () => now().app.connection.db,
    log: () => now().log.join(''),
    address: () => now().address,
    /** Where the store keeps its objects. */
    objects: path.join(folder, 'data/objects'),
    environment: () => ({ ...environment, DATABASE_URL: database.url() }),
    async end(): Promise<void> {
      await stop();
      await Promise.all([mails.stop(), shop.stop(), database.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
    /** Adds an account of the embedded provider. */
    async register(name: string, email = `${name.toLowerCase()}@example.com`) {
      const { identity } = now().app;
      const context = { channel: ISSUING, locale: 'en-GB', identityType: 'consumer' } as const;
      const account = await identity?.createAccount({ ...context, name, email, password: PASSWORD });
      return { id: asCustomerId(account?.id ?? ''), email };
    },
    async call<Body>(
      customerId: CustomerId,
      method: string,
      to: string,
      body?: object,
      headers?: Record<string, string>,
    ) {
      const tokenFor = await embeddedTokens([now().app]);
      return createCall({ address: now().address, tokenFor })<Body>(customerId, method, to, body, headers);
    },
    run,
    /** A new epoch of database and store, as a minute later. */
    passMinute: () => run('write-epoch'),
    saveVoucher: (code: string, voucher: object) => send('PUT', `/vouchers/vouchers/${code}`, voucher),
    /** Reports an order as the shop does. */
    async order(customerId: CustomerId, orderCode: string, changes: object = {}): Promise<void> {
      const status = 'paymentSuccess';
      const product = { code: 'PRINTS', title: 'Prints', quantity: 1, price: 1_200, vatRate: 21, status };
      const address = { name: 'Mia', streetName: 'Kade', streetNumber: '4', postalCode: '2611 AA' };
      const deliveryAddress = { ...address, company: 'Mia B.V.', city: 'Delft', country: 'NL' };
      const context = { orderCode, customerId, channel: ISSUING, currency: 'EUR', total: 1_200, status };
      const order = { ...context, deliveryAddress, products: [product], ...changes };
      await send('POST', '/orders/orders', order, { [IDEMPOTENCY_HEADER]: orderCode });
    },
    /** Reports an event of an order under an id of the shop's. */
    async report(orderCode: string, type: string, data: object, id: string = randomUUID()): Promise<void> {
      const event = { id, orderCode, happenedAt: new Date().toISOString(), type, data };
      await send('POST', '/orders/order-events', { events: [event] });
    },
  };
}
