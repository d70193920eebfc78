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
