import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../../../platform/testing/test-database.ts';
import { transactElsewhere } from '../../../platform/testing/transact-elsewhere.ts';
import { forgetSessionsTask } from './oidc-adapter.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.stop());

test('the housekeeping deletes expired sessions and nothing else', async () => {
  const { db } = database;
  const now = new Date('2026-05-01T12:00:00Z');
  const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
  const id = () => randomBytes(32);
  const session = { model: 'Session', payload: '{}' };
  await db
    .insertInto('oidc_payloads')
    .values([hours(-1), hours(1)].map((expires_at) => ({ ...session, id: id(), expires_at })))
    .execute();
  const task = forgetSessionsTask({ db, clock: () => now });
  await task.handle({}, { attempt: 1, maxAttempts: 1 });

  expect(await db.selectFrom('oidc_payloads').select('expires_at').execute()).toEqual([
    { expires_at: hours(1) },
  ]);
});

test('the housekeeping leaves alone what an ending session has locked, and does not wait for it', async () => {
  const { db } = database;
  const now = new Date('2026-06-01T12:00:00Z');
  const expired = { model: 'RefreshToken', payload: '{}', expires_at: new Date(now.getTime() - 1) };
  const ids = [randomBytes(32), randomBytes(32)] as const;
  await db
    .insertInto('oidc_payloads')
    .values(ids.map((id) => ({ ...expired, id })))
    .execute();
  const task = forgetSessionsTask({ db, clock: () => now });
  await transactElsewhere(db, async (trx) => {
    await trx.selectFrom('oidc_payloads').select('id').where('id', '=', ids[0]).forUpdate().execute();
    await task.handle({}, { attempt: 1, maxAttempts: 1 });
  });
  const left = () =>
    db.selectFrom('oidc_payloads').select('id').where('model', '=', 'RefreshToken').execute();
  expect(await left()).toEqual([{ id: ids[0] }]);
  await task.handle({}, { attempt: 1, maxAttempts: 1 });
  expect(await left()).toEqual([]);
});
