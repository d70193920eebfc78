import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabaseConnection, openDatabase } from '../../../platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../../platform/testing/test-database.ts';
import { findRecipient } from './index.ts';

let database: TestDatabase;
let connection: DatabaseConnection;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = openDatabase({ url: database.url, maxConnections: 2, log: pino({ level: 'silent' }) });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

async function seedCustomer({ channel = 'kiekhof', deletedAt = null as Date | null } = {}) {
  const userId = randomUUID();
  const facts = { email: `${userId}@example.com`, name: 'Anna', identity_type: 'consumer' };
  const row = { user_id: userId, ...facts, channel, registered_at: new Date(), deleted_at: deletedAt };
  await connection.db.insertInto('customers').values(row).execute();
  return userId;
}

test('a customer is written to in the language of the channel', async () => {
  const userId = await seedCustomer();
  const found = await findRecipient(connection.db, userId);
  expect(found).toEqual({
    email: `${userId}@example.com`,
    name: 'Anna',
    locale: 'nl-NL',
    channel: expect.objectContaining({ id: 'kiekhof' }),
  });
});

test('the language of the account comes first', async () => {
  const userId = await seedCustomer();
  const now = new Date();
  const account = {
    id: userId,
    email: `${userId}@example.com`,
    name: 'Anna',
    password_hash: '',
    channel: 'kiekhof',
  };
  const rest = {
    identity_type: 'consumer',
    locale: 'sv-SE',
    created_at: now,
    password_changed_at: now,
  };
  await connection.db
    .insertInto('accounts')
    .values({ ...account, ...rest })
    .execute();
  expect(await findRecipient(connection.db, userId)).toMatchObject({ locale: 'sv-SE' });
});

test('a channel that is no more is taken as the default one', async () => {
  const userId = await seedCustomer({ channel: 'sold' });
  expect(await findRecipient(connection.db, userId)).toMatchObject({
    locale: 'en-GB',
    channel: expect.objectContaining({ id: 'pennyfern' }),
  });
});

test('a customer who was deleted, or never was, is not written to', async () => {
  expect(await findRecipient(connection.db, await seedCustomer({ deletedAt: new Date() }))).toBeNull();
  expect(await findRecipient(connection.db, randomUUID())).toBeNull();
});
