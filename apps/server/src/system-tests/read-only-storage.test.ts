import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../platform/testing/test-database.ts';
import { newCustomerId } from '../testing/customer-ids.ts';
import { newJpeg } from '../testing/photos.ts';
import { startTestIssuer } from '../testing/test-issuer.ts';
import { clientOf } from '../testing/upload-client.ts';

/** Root may write anywhere, unless it is somebody else in a user namespace. */
const [program, ...args] = ['unshare', '--user', '--map-user=1000', '--map-group=1000'] as const;
const isRoot = process.getuid?.() === 0;
const canTry =
  process.platform !== 'win32' && (!isRoot || spawnSync(program, [...args, 'true']).status === 0);
vi.setConfig({ testTimeout: 120_000 });

let database: TestDatabase;
let issuer: Awaited<ReturnType<typeof startTestIssuer>>;
let dataDir: string;
beforeEach(async () => {
  database = await createTestDatabase();
  issuer = await startTestIssuer();
  dataDir = await mkdtemp(path.join(tmpdir(), 'keepsake-read-only-'));
  for (const folder of ['objects', 'uploads']) await mkdir(path.join(dataDir, folder));
});
afterEach(async () => {
  for (const folder of ['objects', 'uploads']) await makeWritable(folder);
  await rm(dataDir, { recursive: true });
  await issuer.stop();
  await database.drop();
});

const SOON = { timeout: 30_000 };
const readyOf = async (address: string) => (await fetch(`${address}/health/ready`)).json();

/** Changes the mode of a folder and those below it. */
async function change(folder: string, mode: number): Promise<void> {
  await chmod(folder, mode);
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await change(path.join(folder, entry.name), mode);
}
const makeReadOnly = (folder: string) => change(path.join(dataDir, folder), 0o555);
const makeWritable = (folder: string) => change(path.join(dataDir, folder), 0o755);

/** Runs a script of the server with only the rights that the folders give. */
function run(script: string, stdio: SpawnOptions['stdio']) {
  const node = [process.execPath, path.join(import.meta.dirname, '..', script)] as const;
  const [first, ...rest] = isRoot ? ([program, ...args, ...node] as const) : node;
  return spawn(first, rest, {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      OIDC_ISSUER: issuer.issuer,
      PORT: '0',
      LOG_LEVEL: 'silent',
    },
    stdio,
  });
}

async function startNode(): Promise<string> {
  const child = run('testing/node-process.fixture.ts', ['ignore', 'inherit', 'inherit', 'ipc']);
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    if (child.kill('SIGKILL')) await ended;
  });
  const [{ address }] = (await once(child, 'message')) as [{ address: string }];
  return address;
}

describe.runIf(canTry)('a read-only folder', () => {
  test('ends the start with one sentence if it is that of the photos', async () => {
    await makeReadOnly('objects');
    const child = run('main.ts', ['ignore', 'ignore', 'pipe']);
    let stated = '';
    child.stderr?.on('data', (text) => {
      stated += text;
    });
    const [code] = await once(child, 'close');
    expect(stated.trim()).toMatch(
      /^Keepsake cannot start: The folder of the photos cannot be written \(EACCES\)\..*DATA_DIR.*\.$/,
    );
    expect(code).toBe(1);
  });

  test.each(['objects', 'uploads'])(
    'refuses an upload as unavailable if that is %s, until it is writable again',
    async (folder) => {
      const address = await startNode();
      const customerId = newCustomerId();
      const client = clientOf(address, customerId, await issuer.tokenFor(customerId));
      const photo = await newJpeg(40, 30);
      await makeReadOnly(folder);
      const url = await client.create(photo.length);
      const refused = await client.patch(url, 0, photo);
      expect([refused.status, (await refused.json()).code]).toEqual([503, 'unavailable']);
      if (folder === 'objects')
        await expect.poll(() => readyOf(address), SOON).toMatchObject({ status: 'ready', storage: 'away' });
      await makeWritable(folder);
      const offset = await client.offsetOf(url);
      expect((await client.patch(url, offset, photo.subarray(offset))).status).toBe(204);
      expect((await client.commit(url)).status).toBe(200);
    },
  );
});
