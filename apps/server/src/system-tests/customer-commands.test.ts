import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSecondProvider } from '../testing/second-provider.ts';
import { type Installation, SECRETS_KEY, startInstallation } from '../testing/start-installation.ts';

/** The commands with which an operator keeps Keepsake in step with the retailer's own provider, as typed. */
let installation: Installation;
let provider: Awaited<ReturnType<typeof startSecondProvider>>;
let folder: string;
beforeAll(async () => {
  provider = await startSecondProvider({
    appUrl: 'http://127.0.0.1:9',
    inAccessToken: ['email', 'email_verified'],
  });
  installation = await startInstallation({ env: provider.settings });
  folder = await mkdtemp(path.join(tmpdir(), 'keepsake-import-'));
});
afterAll(async () => {
  await installation.stop();
  await provider.stop();
  await rm(folder, { recursive: true });
});

const node = () => installation.nodes[0] as Installation['nodes'][number];
const db = () => node().connection.db;
const SOON = { timeout: 60_000 };
const CLI = path.join(import.meta.dirname, '../cli/main.ts');
const options = () => ({
  env: {
    PATH: process.env.PATH,
    ...provider.settings,
    DATABASE_URL: installation.databaseUrl,
    SECRETS_KEY,
    DATA_DIR: folder,
  },
});

type Stated = { code: number; stdout: string; stderr: string };
const keepsake = (...words: string[]): Promise<Stated> =>
  promisify(execFile)(process.execPath, [CLI, ...words], options()).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (failed: Stated) => failed,
  );

async function write(name: string, lines: readonly string[]): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, lines.join('\n'));
  return file;
}
const countCustomers = async (channel: string) => {
  const rows = await db().selectFrom('customers').select('user_id').where('channel', '=', channel).execute();
  return rows.length;
};
const callAs = async (subject: string, claims: object = {}) => {
  const { tokens } = await provider.signIn(subject, { ...claims });
  const authorization = `Bearer ${tokens.access_token}`;
  const answer = await fetch(`${node().address}/api/customers/customers/me`, { headers: { authorization } });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

test('a killed import continues where it was, imports each once, and reports bad lines', async () => {
  const lines = Array.from({ length: 150 }, (_, at) =>
    JSON.stringify({
      subject: `shop|${at}`,
      email: `s${at}@example.com`,
      emailVerified: true,
      channel: 'stundbo',
    }),
  );
  const file = await write('customers.jsonl', [
    '\uFEFF',
    ...lines.slice(0, 20),
    '{"subject":"x"}',
    ...lines.slice(20),
  ]);
  const first = spawn(process.execPath, [CLI, 'import-customers', file], { ...options(), stdio: 'ignore' });
  const ended = once(first, 'exit');
  await expect.poll(() => countCustomers('stundbo'), { timeout: 120_000, interval: 5 }).toBeGreaterThan(0);
  first.kill('SIGKILL');
  await ended;
  const before = await countCustomers('stundbo');
  const { code, stdout, stderr } = await keepsake('import-customers', file);
  expect([code, stderr]).toEqual([1, 'line 22: channel is missing\n']);
  expect(stdout).toContain(
    `${150 - before} added, 0 linked to existing customers by email address, ${before} already known`,
  );
  expect(stdout).toContain('1 lines with errors');
  expect(await countCustomers('stundbo')).toBe(150);
  const accounts = await db().selectFrom('storage_accounts').select('user_id').execute();
  expect(accounts).toHaveLength(150);
  expect(await callAs('shop|7')).toMatchObject({
    status: 200,
    body: { email: 's7@example.com', channel: 'stundbo' },
  });
}, 180_000);

test('a deletion elsewhere is followed by subject or address, and repeating it is harmless', async () => {
  const requested = await keepsake('delete-customer', '--subject', 'shop|1');
  expect([requested.code, requested.stdout]).toEqual([
    0,
    'shop|1 will be closed by the next node that runs jobs.\n',
  ]);
  await expect.poll(async () => (await callAs('shop|1')).body.code, SOON).toBe('account-deleted');
  const hurried = await keepsake('delete-customer', '--at-once', 's1@example.com');
  expect(hurried.stdout).toBe('s1@example.com will be erased by the next node that runs jobs.\n');
  await expect.poll(() => countCustomers('stundbo'), SOON).toBe(149);
  const repeated = await keepsake('delete-customer', '--subject', 'shop|1');
  expect([repeated.code, repeated.stdout]).toEqual([
    0,
    'shop|1 is unknown or has already been erased. Nothing to do.\n',
  ]);
}, 180_000);

test('order files: what cannot be taken is printed with its reason, on one line, and fails the command', async () => {
  const root = await mkdtemp(path.join(folder, 'ftp-'));
  const user = '0'.repeat(26);
  const sent = (name: string) => path.join(root, user, 'in', name);
  await mkdir(path.join(root, user, 'in'), { recursive: true });
  await writeFile(sent('orders.xlsx'), 'no matter');
  const take = () => keepsake('take-order-files', root, '--settle', '0');
  expect(await take()).toMatchObject({
    code: 0,
    stdout: `${user}/orders.xlsx: skipped (its name ends in neither .xml nor .csv)\n0 files processed, 1 skipped, 0 failed.\n`,
    stderr: '',
  });
  await symlink('/etc/hostname', sent('link.csv'));
  await promisify(execFile)('mkfifo', [sent('pipe.csv')]);
  await writeFile(sent('a\n\u001b[2Jb.csv'), 'no matter');
  const { code, stdout, stderr } = await take();
  expect(code).toBe(1);
  expect(stdout).toContain('0 files processed, 1 skipped, 3 failed.');
  expect(stderr.trimEnd().split('\n')).toEqual([
    expect.stringContaining(`${user}/a\\u{a}\\u{1b}[2Jb.csv: not processed (its name`),
    `${user}/link.csv: not processed (it is a link)`,
    `${user}/pipe.csv: not processed (it is a pipe)`,
  ]);
}, 60_000);

test(
  'an address means the same mailbox however its host is spelt',
  async () => {
    const spellings = ['kim@bücher.example', 'kim@xn--bcher-kva.example'];
    const bounced = await write('bounced.txt', spellings);
    expect((await keepsake('suppress-addresses', bounced)).stdout).toContain('Addresses suppressed: 1');
    const subjects = await Promise.all(spellings.map((address) => keepsake('security-subject', address)));
    expect(subjects[0]).toMatchObject({ code: 0 });
    expect(subjects[1]?.stdout).toBe(subjects[0]?.stdout);
  },
  SOON.timeout,
);
