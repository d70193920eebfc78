import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from './test-database.ts';

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test('test databases have the schema and are independent', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  onTestFinished(async () => void (await Promise.all([one.drop(), other.drop()])));
  const [first, second] = await Promise.all([connect(one.url), connect(other.url)]);
  await first.query('create table only_here ()');
  const tables = `select to_regclass('only_here') as mine, to_regclass('graphile_worker.jobs') is not null as migrated`;
  expect((await first.query(tables)).rows).toEqual([{ mine: 'only_here', migrated: true }]);
  expect((await second.query(tables)).rows).toEqual([{ mine: null, migrated: true }]);
});

test('a dropped test database is gone, whoever is still connected', async () => {
  const database = await createTestDatabase();
  await connect(database.url);
  await database.drop();
  await expect(connect(database.url)).rejects.toThrow('does not exist');
});
