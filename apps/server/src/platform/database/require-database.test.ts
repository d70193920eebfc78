import { once } from 'node:events';
import net from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startDatabaseProxy, withoutNotifications } from '../testing/fault-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { requireDatabase } from './require-database.ts';
import { liftLimits } from './session-limits.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

type Line = { perNode: number; nodes: number; needed: number; available: number };
let stated: { level: string; line: Line }[];
beforeEach(() => {
  stated = [];
});
const log = {
  info: (line: Line) => void stated.push({ level: 'info', line }),
  warn: (line: Line) => void stated.push({ level: 'warn', line }),
} as unknown as Parameters<typeof requireDatabase>[0]['log'];

type Given = Partial<Parameters<typeof requireDatabase>[0]>;
const require = (given: Given) =>
  requireDatabase({
    url: database.url,
    directUrl: null,
    maxConnections: 20,
    hasJobs: true,
    log,
    ...given,
  });

async function through(pass: () => (bytes: Buffer) => Buffer): Promise<string> {
  const proxy = await startDatabaseProxy(database.url, { pass });
  onTestFinished(() => proxy.stop());
  return proxy.url;
}

/** What a new connection begins with. */
async function show(url: string, name: string, prepare?: (client: pg.Client) => Promise<void>) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await prepare?.(client);
  const { rows } = await client.query(`show ${name}`);
  await client.end();
  return rows[0]?.[name];
}

test('a database of one address is accepted, and so is one with a pooler in front', async () => {
  await require({});
  await require({ url: await through(withoutNotifications), directUrl: database.url });
});

test('behind a pooler the role has the limits, from which migrations and audits are free', async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  await require({ url });
  expect(await show(url, 'statement_timeout')).toBe('0');
  await Promise.all([1, 2].map(() => require({ url, directUrl: url })));
  await require({ url, directUrl: url });
  expect(await show(url, 'statement_timeout')).toBe('1min');
  expect(await show(url, 'idle_in_transaction_session_timeout')).toBe('1min');
  expect(await show(url, 'statement_timeout', liftLimits)).toBe('0');
});

test('a node that would not receive what others send is refused', async () => {
  const sentence =
    /A message sent by DATABASE_URL did not arrive (there|at DATABASE_DIRECT_URL), .*: set DATABASE_DIRECT_URL to .* without a pooler in front\.$/;
  const pooled = await through(withoutNotifications);
  await expect(require({ url: pooled })).rejects.toThrow(sentence);
  await expect(require({ directUrl: pooled })).rejects.toThrow(sentence);
  const other = await createTestDatabase();
  onTestFinished(other.drop);
  await expect(require({ directUrl: other.url })).rejects.toThrow(sentence);
}, 30_000);

test('a PostgreSQL that is too old is refused', async () => {
  // The last column of the answer, and what follows it.
  const older = await through(() => (bytes) => {
    const text = bytes.toString('latin1').replace(/1[6-9](\d{4}C)/, '15$1');
    return Buffer.from(text, 'latin1');
  });
  await expect(require({ url: older })).rejects.toThrow(
    /^DATABASE_URL leads to PostgreSQL \S+ and Keepsake needs 16 or newer: upgrade it\.$/,
  );
});

test('a pooler that is named as the database itself is refused', async () => {
  const fields = ['SFATAL', 'C08P01', 'Munsupported startup parameter: statement_timeout', '', ''].join('\0');
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + 4);
  const answer = Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)]);
  const pooler = net.createServer((client) => client.once('data', () => client.end(answer)));
  onTestFinished(() => void pooler.close());
  await once(pooler.listen(0, '127.0.0.1'), 'listening');
  const { port } = pooler.address() as net.AddressInfo;
  await expect(require({ url: `postgres://u:p@127.0.0.1:${port}/keepsake` })).rejects.toThrow(
    'DATABASE_URL leads to a pooler: set DATABASE_DIRECT_URL to the address of the database itself.',
  );
});

test('says how many connections the nodes need, and warns where the database has fewer', async () => {
  await require({});
  await require({ directUrl: database.url });
  await require({ directUrl: database.url, hasJobs: false });
  await require({ maxConnections: 500 });
  expect(stated.map(({ level, line }) => [level, line.perNode, line.nodes])).toEqual([
    ['info', 24, 1],
    ['info', 4, 1],
    ['info', 1, 1],
    ['warn', 504, 1],
  ]);
  expect(stated[0]?.line).toMatchObject({ needed: 24, available: 97 });
});
