import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../../../platform/testing/test-database.ts';
import { forgetTokensTask } from './tokens.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.stop());

test('the housekeeping deletes expired links and old attempts, and nothing else', async () => {
  const { db } = database;
  const now = new Date('2026-05-01T12:00:00Z');
  const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
  const id = () => randomBytes(32);
  const link = { purpose: 'confirm-email', email: 'a@example.com', payload: '{}', created_at: hours(-30) };
  await db
    .insertInto('identity_tokens')
    .values([hours(-1), hours(1)].map((expires_at) => ({ ...link, token_hmac: id(), expires_at })))
    .execute();
  await db
    .insertInto('identity_attempts')
    .values(
      [hours(-49), hours(-23)].map((last_attempt_at) => ({ subject: id(), attempts: 1, last_attempt_at })),
    )
    .execute();

  const task = forgetTokensTask({ db, clock: () => now });
  await task.handle({}, { attempt: 1, maxAttempts: 1 });

  expect(await db.selectFrom('identity_tokens').select('expires_at').execute()).toEqual([
    { expires_at: hours(1) },
  ]);
  const attempts = await db.selectFrom('identity_attempts').select('last_attempt_at').execute();
  expect(attempts).toEqual([{ last_attempt_at: hours(-23) }]);
});
