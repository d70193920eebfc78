import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { secretKeyOf, wrapSecret } from './secret-keys.ts';
import { discardSecrets, openSecrets } from './secrets.ts';
import { type OpenTestDatabase, openTestDatabase } from './testing/test-database.ts';
import { transactElsewhere } from './testing/transact-elsewhere.ts';

const [KEY, NEWER] = ['the-first-key-of-an-installation', 'the-second-key-of-an-installation'];
let database: OpenTestDatabase;
let dataDir: string;
beforeEach(async () => {
  database = await openTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'keepsake-secrets-'));
});
afterEach(async () => {
  await database.stop();
  await rm(dataDir, { recursive: true });
});

const open = (...secretKeys: string[]) =>
  openSecrets(database.db, { dataDir, secretKeys: secretKeys.length > 0 ? secretKeys : null });

/** Values by name, as stored in the database. */
const stored = async () =>
  Object.fromEntries(
    (await database.db.selectFrom('secrets').selectAll().execute()).map(({ name, value }) => [name, value]),
  );

/** Runs an operator's command. */
async function command(line: string, env: NodeJS.ProcessEnv = {}) {
  const common = { PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL: database.url };
  const cli = path.join(import.meta.dirname, '../cli/main.ts');
  const run = promisify(execFile)(process.execPath, [cli, ...line.split(' ')], {
    env: { ...common, ...env },
  });
  return run.then(
    ({ stdout }) => stdout.trim(),
    (error: { stderr: string }) => error.stderr.trim(),
  );
}

describe('secrets', () => {
  test('are the same for every node and every start with the key, and unreadable in the database', async () => {
    const [one, other] = await Promise.all([open(KEY), open(KEY)]);
    const values = await Promise.all([one, other, await open(KEY)].map((node) => node.read('pepper')));
    expect(new Set(values).size).toBe(1);
    expect((await stored()).pepper).toMatch(/^v1\.[0-9a-f]{8}\./);
    expect((await stored()).pepper).not.toContain(values[0]);
  });

  test('of an earlier version are wrapped at the next start, and keep their value', async () => {
    await database.db.insertInto('secrets').values({ name: 'pepper', value: 'as it was' }).execute();
    const secrets = await open();
    expect((await stored()).pepper).not.toContain('as it was');
    expect(await secrets.read('pepper')).toBe('as it was');
    expect(await (await open()).read('pepper')).toBe('as it was');
  });

  test('have a key in the data folder that only its owner can read, and that SECRETS_KEY can replace', async () => {
    const value = await (await open()).read('pepper');
    expect(await readdir(dataDir)).toEqual(['secrets.key']);
    expect((await stat(path.join(dataDir, 'secrets.key'))).mode & 0o777).toBe(0o600);
    expect(await (await open(KEY)).read('pepper')).toBe(value);
  });

  test('cannot be swapped, and cannot be changed without the key', async () => {
    const secrets = await open(KEY);
    await Promise.all([secrets.read('pepper'), secrets.read('cookies')]);
    const { cookies = '', pepper = '' } = await stored();
    const put = (value: string) =>
      database.db.updateTable('secrets').set({ value }).where('name', '=', 'pepper').execute();
    await put(cookies);
    await expect(secrets.read('pepper')).rejects.toThrow();
    await put(`${pepper.slice(0, -2)}AA`);
    await expect(secrets.read('pepper')).rejects.toThrow();
  });

  test('end the start with one sentence if their key file cannot be read', async () => {
    await mkdir(path.join(dataDir, 'secrets.key'));
    await expect(open()).rejects.toThrow(/^The key file .*secrets\.key cannot be read \(EISDIR\): .*\.$/);
  });

  test('end the start with one sentence if their key is lost, and are created again by a command', async () => {
    const value = await (await open(KEY)).read('pepper');
    const refusal = open(NEWER);
    await expect(refusal).rejects.toThrow(
      /^The key that wraps the secrets in the database .* discard-secrets.* signs everybody out\.$/,
    );
    expect(await discardSecrets(database.db, { dataDir, secretKeys: [KEY] })).toEqual([]);
    expect(await command('discard-secrets', { SECRETS_KEY: NEWER })).toContain('Discarded: pepper.');
    expect(await (await open(NEWER)).read('pepper')).not.toBe(value);
  });
});

describe('a new key', () => {
  test('of SECRETS_KEY wraps what the old one did, and is then the only one needed', async () => {
    const value = await (await open(KEY)).read('pepper');
    expect(await (await open(NEWER, KEY)).read('pepper')).toBe(value);
    expect(await command('rotate-secrets-key', { SECRETS_KEY: `${NEWER},${KEY}` })).toContain(
      '1 secrets rewrapped.',
    );
    expect(await (await open(NEWER)).read('pepper')).toBe(value);
    await expect(open(KEY)).rejects.toThrow('SECRETS_KEY');
  });

  test('is not reported as the only one needed if a secret was changed simultaneously', async () => {
    await (await open(KEY)).read('pepper');
    const newer = await open(NEWER, KEY);
    const isWaiting = async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db);
      return rows.length > 0;
    };
    const rewrapped = await transactElsewhere(database.db, async (trx) => {
      const value = wrapSecret(secretKeyOf(KEY), 'pepper', 'changed');
      await trx.updateTable('secrets').set({ value }).execute();
      const outcome = newer.rewrap().catch((error: Error) => error.message);
      await expect.poll(isWaiting).toBe(true);
      return { outcome };
    });
    expect(await rewrapped.outcome).toMatch('pepper was changed at the same moment');
    expect(await (await open(NEWER, KEY)).read('pepper')).toBe('changed');
  });

  test('of the data folder replaces the old one', async () => {
    const value = await (await open()).read('pepper');
    const before = (await stored()).pepper?.slice(0, 11);
    expect(await command('rotate-secrets-key')).toBe('1 secrets rewrapped.');
    expect((await stored()).pepper?.slice(0, 11)).not.toBe(before);
    expect(await readdir(dataDir)).toEqual(['secrets.key']);
    expect(await (await open()).read('pepper')).toBe(value);
  });
});
