import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { releaseOnce } from './release-once.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('the client that is taken by callback, to listen, comes from the other pool', async () => {
  const listeningPool = new pg.Pool({ connectionString: database.url, application_name: 'listens', max: 1 });
  const wrapped = releaseOnce(pool, listeningPool);
  const named = await new Promise((resolve, reject) => {
    wrapped.connect((error, client, release) => {
      if (error || !client) return reject(error);
      client
        .query('show application_name')
        .then(({ rows }) => resolve(rows[0]), reject)
        .finally(release);
    });
  });
  expect(named).toEqual({ application_name: 'listens' });
  expect((await wrapped.query('show application_name')).rows).toEqual([{ application_name: '' }]);
  await listeningPool.end();
});

test('a client released twice is returned once, and the pool keeps working', async () => {
  const wrapped = releaseOnce(pool);
  await new Promise<void>((resolve, reject) => {
    wrapped.connect((error, _client, release) => {
      if (error) return reject(error);
      release();
      expect(() => release()).not.toThrow();
      resolve();
    });
  });
  const client = await wrapped.connect();
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  client.release();
  expect((await wrapped.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
  expect(wrapped.totalCount).toBe(1);
});
