import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from './app.ts';
import { readConfig } from './config/config.ts';
import { securityLinesOf } from './platform/security-log.ts';
import { createTestDatabase } from './platform/testing/test-database.ts';
import { listenOn, withFreePort } from './run-server.ts';

/** Starts a server as `main` does, with the embedded identity provider. */
async function start(level: pino.Level | 'silent') {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'keepsake-run-'));
  const env = { PORT: '0', ROLE: 'web', DATA_DIR: dataDir, DATABASE_URL: database.url };
  const config = readConfig(await withFreePort(env));
  const lines: string[] = [];
  const log = pino({ level }, { write: (line) => lines.push(line) });
  const securityLines = securityLinesOf(log);
  const app = await createApp({ config, databaseUrl: database.url, log, securityLines, webFolder: null });
  onTestFinished(async () => {
    await app.close();
    await database.drop();
    await rm(dataDir, { recursive: true });
  });
  await listenOn(app.http, config);
  return { address: config.publicUrl, lines: () => lines.map((line) => JSON.parse(line)) };
}

async function callWithBadToken(address: string): Promise<void> {
  const headers = { authorization: 'Bearer a.b.c' };
  const refused = await fetch(`${address}/api/photo-management/users/counts`, { headers });
  expect(refused.status).toBe(401);
}

test('PORT=0 takes a free port, which links and the identity provider use, too', async () => {
  const { address } = await start('silent');
  expect(address).toMatch(/^http:\/\/localhost:[1-9]\d+$/);
  const discovery = await fetch(`${address}/oidc/.well-known/openid-configuration`);
  expect(await discovery.json()).toMatchObject({ issuer: `${address}/oidc` });
});

test('an explicit port stays, and the rest of the environment with it', async () => {
  expect(await withFreePort({ PORT: '3000', HOST: '::1' })).toEqual({ PORT: '3000', HOST: '::1' });
  expect(await withFreePort({})).toEqual({});
  expect((await withFreePort({ PORT: '0' })).PORT).toMatch(/^[1-9]\d+$/);
});

test.each([
  ['error', ['token-refused']],
  ['silent', []],
] as const)('LOG_LEVEL=%s lets a server write %j to its security log', async (level, events) => {
  const { address, lines } = await start(level);
  await callWithBadToken(address);
  await expect
    .poll(() => lines().map(({ part, event }) => [part, event]))
    .toEqual(events.map((event) => ['security', event]));
});

test('a stop that takes too long ends anyway, and says what it waited for', async () => {
  const program = `
    import { pino } from 'pino';
    import { stopOnSignals } from ${JSON.stringify(new URL('./run-server.ts', import.meta.url).href)};
    const lifetime = stopOnSignals(pino(), 200);
    lifetime.onStop('the database', async () => undefined);
    lifetime.onStop('calls and jobs', () => new Promise(() => undefined));
    lifetime.onStop('the demo', async () => undefined);
    setInterval(() => undefined, 1_000);
    console.log('up');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: import.meta.dirname });
  let stated = '';
  child.stdout.on('data', (text) => (stated += text));
  await expect.poll(() => stated).toContain('up');
  child.kill('SIGTERM');
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(stated).toMatch(/"waitsFor":"calls and jobs","msg":"draining took too long"/);
});
