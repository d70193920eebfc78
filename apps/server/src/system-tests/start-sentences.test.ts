import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDatabaseProxy, withoutNotifications } from '../platform/testing/fault-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../platform/testing/test-database.ts';
import { startTestIssuer } from '../testing/test-issuer.ts';

let dataDir: string;
let database: TestDatabase;
let latin: TestDatabase;
let pooler: Awaited<ReturnType<typeof startDatabaseProxy>>;
let issuer: Awaited<ReturnType<typeof startTestIssuer>>;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'keepsake-start-'));
  database = await createTestDatabase();
  latin = await createLatinDatabase(database.url);
  pooler = await startDatabaseProxy(database.url, { pass: withoutNotifications });
  issuer = await startTestIssuer();
});
afterAll(async () => {
  await issuer.stop();
  pooler.stop();
  await latin.drop();
  await database.drop();
  await rm(dataDir, { recursive: true });
});

/** A database as older PostgreSQL installations create it. */
async function createLatinDatabase(besideUrl: string): Promise<TestDatabase> {
  const name = `latin_${randomUUID().replaceAll('-', '')}`;
  async function run(statement: string) {
    const client = new pg.Client({ connectionString: besideUrl });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  }
  await run(`create database ${name} encoding 'LATIN1' locale 'C' template template0`);
  const url = Object.assign(new URL(besideUrl), { pathname: `/${name}` }).href;
  return { url, drop: () => run(`drop database ${name} with (force)`) };
}

/** Starts Keepsake as `npm start` does, and waits until it has given up. */
async function start(env: NodeJS.ProcessEnv) {
  const { PATH } = process.env;
  const common = { PATH, DATA_DIR: dataDir, PORT: '0', DATABASE_URL: database.url, LOG_LEVEL: 'silent' };
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../main.ts')], {
    env: { ...common, OIDC_ISSUER: issuer.issuer, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stated = '';
  child.stderr.on('data', (text) => {
    stated += text;
  });
  const [code] = await once(child, 'close');
  return { code, stated: stated.trim() };
}

// One of these waits long for an answer that never comes; the others run in parallel.
describe.concurrent('a failed start says one sentence about', () => {
  test.each([
    ['a host of nobody', { HOST: 'nobody.invalid' }, 'HOST'],
    ['a host that is no address', { HOST: '999.1.1.1' }, 'HOST'],
    ['an address of another machine', { HOST: '2001:db8::1' }, 'HOST'],
    ['proxies that are no addresses', { TRUST_PROXY: 'banana' }, 'TRUST_PROXY'],
    ['mail for nobody', { PUBLIC_URL: 'https://photos.example' }, 'SMTP_URL'],
    [
      'secrets that lie open',
      { PUBLIC_URL: 'https://photos.example', SMTP_URL: 'smtp://mail.example' },
      'SECRETS_KEY',
    ],
    ['a database that does not answer', { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x' }, 'ECONNREFUSED'],
    [
      'a database of a name with two addresses',
      { DATABASE_URL: 'postgres://u:p@localhost:1/x' },
      'DATABASE_URL',
    ],
    ['a database that is not there', () => ({ DATABASE_URL: renamed(database.url) }), '3D000'],
    ['a database of another encoding', () => ({ DATABASE_URL: latin.url }), 'UTF8'],
    ['a pooler that delivers no messages', () => ({ DATABASE_URL: pooler.url }), 'DATABASE_DIRECT_URL'],
    ['hosts between which nobody chooses', { DATABASE_URL: 'postgres://a,b/x' }, 'DATABASE_URL'],
    [
      'a bucket that does not answer',
      { STORAGE_URL: 's3://key:secret@photos?endpoint=http://127.0.0.1:1&region=x' },
      'STORAGE_URL',
    ],
  ])('%s', async (_what, given, named) => {
    const { code, stated } = await start(typeof given === 'function' ? given() : given);
    expect(stated).toMatch(/^Keepsake cannot start: .*\.$/);
    expect(stated).toContain(named);
    expect(stated).not.toContain('secret');
    expect(code).toBe(1);
  });
});

const renamed = (url: string) => Object.assign(new URL(url), { pathname: '/of_nobody' }).href;

test.concurrent('a hanging bucket does not hang the start for ever', async () => {
  const silent = net.createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as net.AddressInfo;
  const { stated } = await start({
    STORAGE_URL: `s3://key:secret@photos?endpoint=http://127.0.0.1:${port}&region=x`,
  });
  expect(stated).toContain('does not answer');
  silent.close();
}, 90_000);
