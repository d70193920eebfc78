import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';

const main = path.resolve(import.meta.dirname, '../apps/server/src/main.ts');

/** Starts a server that must fail, and returns its exit code and output. */
async function startInVain(settings: Record<string, string>) {
  const server = spawn(process.execPath, [main], {
    env: { ...process.env, LOG_LEVEL: 'silent', ...settings },
  });
  let stated = '';
  server.stderr.on('data', (text) => {
    stated += text;
  });
  // `exit` may be emitted before the last output.
  const [code] = await once(server, 'close');
  return { code: code as number, stated: stated.trim() };
}

test('a port in use is reported in one sentence, and the database does not keep running', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const dataDir = await mkdtemp(path.join(tmpdir(), 'keepsake-taken-'));
  const { code, stated } = await startInVain({ PORT: String(port), DATA_DIR: dataDir, DEMO: 'off' });
  expect(code).toBe(1);
  expect(stated).toBe(
    `Keepsake cannot start: Port ${port} on 127.0.0.1 is in use: stop the program that uses it, or choose another with PORT.`,
  );
  taken.close();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

test('an invalid setting is reported in one sentence', async () => {
  const { code, stated } = await startInVain({ DATABASE_URL: 'mysql://localhost' });
  expect(code).toBe(1);
  expect(stated).toMatch(/^Keepsake cannot start: The setting DATABASE_URL is not valid/);
  expect(stated.split('\n')).toHaveLength(1);
});

test('a data folder without write access is reported in one sentence', async () => {
  const { code, stated } = await startInVain({ DATA_DIR: '/dev/null/keepsake' });
  expect(code).toBe(1);
  expect(stated).toMatch(/^Keepsake cannot start: The data folder \/dev\/null\/keepsake cannot be written/);
});
