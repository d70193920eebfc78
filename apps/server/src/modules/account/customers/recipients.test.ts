import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../../../platform/testing/test-database.ts';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { addCustomer } from '../../../testing/customers.ts';
import { findRecipient } from './index.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.stop());

const seedCustomer = (details: { channel?: string; deletedAt?: Date } = {}) =>
  addCustomer(database.db, { channel: 'kiekhof', ...details });

test('a customer gets mails in the language of the channel', async () => {
  const customerId = await seedCustomer();
  const found = await findRecipient(database.db, customerId);
  expect(found).toEqual({
    customerId,
    email: `${customerId}@example.com`,
    name: 'Anna',
    locale: 'nl-NL',
    channel: expect.objectContaining({ id: 'kiekhof' }),
  });
});

test('the customer’s chosen language takes precedence', async () => {
  const customerId = await seedCustomer();
  const { db } = database;
  await db.updateTable('customers').set({ mail_locale: 'sv-SE' }).where('user_id', '=', customerId).execute();
  expect(await findRecipient(db, customerId)).toMatchObject({ locale: 'sv-SE' });
});

test('a removed channel is replaced by the default one', async () => {
  const customerId = await seedCustomer({ channel: 'sold' });
  expect(await findRecipient(database.db, customerId)).toMatchObject({
    locale: 'en-GB',
    channel: expect.objectContaining({ id: 'pennyfern' }),
  });
});

test('a deleted or unknown customer gets no mail', async () => {
  expect(await findRecipient(database.db, await seedCustomer({ deletedAt: new Date() }))).toBeNull();
  expect(await findRecipient(database.db, newCustomerId())).toBeNull();
});
