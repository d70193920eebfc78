import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerIdOf } from '../../../platform/auth.ts';
import { newId } from '../../../platform/ids.ts';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { addCustomer } from '../../../testing/customers.ts';
import { refuseRows } from '../../../testing/refuse-rows.ts';
import { startWorld } from '../../../testing/start-world.ts';
import { importCustomer } from './import-customers.ts';
import { createCustomerFinder } from './subjects.ts';

const ISSUER = 'https://id.example';
const now = new Date('2026-06-15T10:00:00Z');
let world: Awaited<ReturnType<typeof startWorld>>;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const importOne = (line: object | string, { isDryRun = false, erased = '' } = {}) =>
  importCustomer(
    {
      db: world.db,
      issuer: ISSUER,
      now,
      isDryRun,
      isErased: async (_trx, customerId) => customerId === erased,
      beginStorage: async () => undefined,
    },
    typeof line === 'string' ? line : JSON.stringify({ channel: 'kiekhof', ...line }),
  );
const find = (customerId: CustomerId) =>
  world.db.selectFrom('customers').selectAll().where('user_id', '=', customerId).executeTakeFirst();
const address = () => `${newId()}@example.com`;
const customerOf = (subject: CustomerId, email = '') =>
  createCustomerFinder({ db: world.db, clock: () => now })({
    subjectId: customerIdOf(ISSUER, subject),
    email,
  });

describe('a line of an import', () => {
  test('that fails is a fault like any other, so that the next is read', async () => {
    await using _refused = await refuseRows(world.db, {
      table: 'customers',
      when: 'insert',
      condition: `new.name = 'Refused'`,
    });
    const line = { subject: newId(), name: 'Refused' };
    expect(await importOne(line)).toEqual({ fault: 'failed: refused by a test' });
    expect(await importOne({ ...line, name: 'Anna' })).toBe('added');
  });

  test.each(['2026-05-01T10:00:00+02:00', '2026-05-01T10:00:00+0200', '2026-05-01 08:00:00.000000+00:00'])(
    'takes the registration at %s',
    async (registeredAt) => {
      const subject = newCustomerId();
      expect(await importOne({ subject, registeredAt })).toBe('added');
      expect((await find(customerIdOf(ISSUER, subject)))?.registered_at).toEqual(
        new Date('2026-05-01T08:00:00Z'),
      );
    },
  );

  test('imports a customer by the subject, once', async () => {
    const [subject, email] = [`auth0|${newId()}`, address()];
    const line = { subject, email, emailVerified: true, name: 'Anna', language: 'nl-NL', business: 'sso' };
    expect([await importOne(line), await importOne(line)]).toEqual(['added', 'known']);
    expect(await find(customerIdOf(ISSUER, subject))).toMatchObject({
      email,
      name: 'Anna',
      channel: 'kiekhof',
      mail_locale: 'nl-NL',
      b2b_authentication_method: 'sso',
    });
  });

  test.each(['de', 'de-CH', 'de_AT'])(
    'takes the language %s as the claim of a token would',
    async (language) => {
      const subject = newCustomerId();
      expect(await importOne({ subject, language })).toBe('added');
      expect(await find(customerIdOf(ISSUER, subject))).toMatchObject({ mail_locale: 'de-AT' });
    },
  );

  test('without a subject waits for the first token with its address', async () => {
    const email = address();
    expect(await importOne({ email, emailVerified: true })).toBe('added');
    const [first, second] = [newCustomerId(), newCustomerId()];
    const customerId = await customerOf(first, email.toUpperCase());
    expect(await find(customerId)).toMatchObject({ email, awaits_subject: false });
    expect(await customerOf(first)).toBe(customerId);
    expect(await customerOf(second, email)).toBe(second);
  });

  test('is linked to the customer imported by address, and never to another customer of the provider', async () => {
    const email = address();
    const known = { email, emailVerified: true };
    await importOne(known);
    const subject = newCustomerId();
    expect(await importOne({ ...known, subject })).toBe('linked');
    expect(await find(await customerOf(subject))).toMatchObject({ email });
    expect(await importOne({ ...known, subject: newId() })).toEqual({
      fault: 'another customer of the provider has its e-mail address',
    });
    const theirs = address();
    await addCustomer(world.db, { email: theirs });
    expect(await importOne({ subject: newId(), email: theirs, emailVerified: true })).toHaveProperty('fault');
  });

  test('drops an unverified address, and imports nobody who was erased', async () => {
    const subject = newCustomerId();
    expect(await importOne({ subject, email: address() })).toBe('added');
    expect(await find(subject)).toMatchObject({ email: '' });
    const erased = newCustomerId();
    expect(await importOne({ subject: erased }, { erased })).toBe('erased');
    expect(await find(erased)).toBeUndefined();
  });

  test('changes nothing in a dry run', async () => {
    const subject = newCustomerId();
    expect(await importOne({ subject }, { isDryRun: true })).toBe('added');
    expect(await find(subject)).toBeUndefined();
  });

  test.each([
    ['no JSON', 'the line is not a JSON object'],
    ['null', 'the line is not a JSON object'],
    ['[]', 'the line is not a JSON object'],
    [{ subject: 'a', chanel: 'kiekhof', channel: undefined }, 'channel is missing; nothing is called chanel'],
    [{ subject: 7 }, 'subject is not text'],
    [{ subject: 'a', emailVerified: 'yes' }, 'emailVerified is neither true nor false'],
    [{ subject: 'a', business: 'b\0' }, 'business has control characters'],
    [{ subject: 'a', registeredAt: '2024-01-01' }, 'registeredAt is not a time such as 2026-05-01T10:00:00Z'],
    [{ subject: 'a', registeredAt: '2099-01-01T00:00:00Z' }, 'registeredAt is in the future'],
    [{}, 'the line needs a subject, or an e-mail address with emailVerified'],
    [{ subject: 'a', channel: 'nobody' }, 'channel is not one of the channels'],
    [{ subject: 'a', language: 'xx' }, 'language is not one of the languages'],
    [{ subject: 'a', email: 'anna' }, 'email is not an email address'],
    [{ subject: 'a', name: '<b>' }, 'name is not a name'],
  ])('of %j is reported: %s', async (line, fault) => expect(await importOne(line)).toEqual({ fault }));
});
