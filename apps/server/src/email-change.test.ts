import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { receiveMail } from './modules/account/mailed-links/receive-mail.fixture.ts';
import { createCall } from './testing/call-api.ts';
import { type Installation, startInstallation } from './testing/start-installation.ts';

/** A change of address on a whole node: what identity owns, and what follows it elsewhere. */
let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation({ identity: 'embedded' });
});
afterAll(() => installation.stop());

const node = () => installation.nodes[0] as Installation['nodes'][number];
const db = () => node().connection.db;

async function newAccount(email: string) {
  const account = await node().identity?.createAccount({
    email,
    name: 'Anna',
    password: 'tulips in the rain',
    identityType: 'consumer',
    channel: 'pennyfern',
    locale: 'en-GB',
  });
  const id = account?.id ?? '';
  const call = createCall({ address: node().address, tokenFor: installation.tokenFor });
  const path = `/identity/v2/identities/consumer/${id}/emailchanges`;
  const askFor = (newEmail: string) => call(id, 'POST', path, { email: newEmail, channel: 'pennyfern' });
  return {
    id,
    path,
    askFor,
    customer: async () => (await call<{ changed: boolean }>(id, 'GET', '/customers/customers/me')).body,
    /** Presses the button of the newest link to the new address. */
    async confirm(newEmail: string) {
      const { link } = await receiveMail(db(), newEmail, /Confirm your new email address/);
      const token = new URL(link).searchParams.get('confirmation-token');
      return (await call(id, 'POST', `${path}/${token}/actions/confirm`)).status;
    },
  };
}

const emailsOf = async (id: string) => {
  const account = await db().selectFrom('accounts').select('email').where('id', '=', id).executeTakeFirst();
  const customer = await db()
    .selectFrom('customers')
    .select('email')
    .where('user_id', '=', id)
    .executeTakeFirst();
  return [account?.email, customer?.email];
};

test('[IDN-11] takes a recent sign-in', async () => {
  const { id, path } = await newAccount('old-sign-in@example.com');
  const token = await installation.tokenFor(id, { auth_time: Math.floor(Date.now() / 1000) - 400 });
  const answer = await fetch(`${node().address}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'b@example.com', channel: 'pennyfern' }),
  });
  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toContain('insufficient_user_authentication');
});

test('[IDN-12, SET-07] the customer follows, and has a change that waits until then', async () => {
  const { id, customer, askFor, confirm } = await newAccount('a@example.com');
  expect((await customer()).changed).toBe(false);
  await askFor('a2@example.com');
  expect((await customer()).changed).toBe(true);
  expect(await emailsOf(id)).toEqual(['a@example.com', 'a@example.com']);
  expect(await confirm('a2@example.com')).toBe(204);
  expect(await emailsOf(id)).toEqual(['a2@example.com', 'a2@example.com']);
  expect((await customer()).changed).toBe(false);
});

test('[IDN-12] a confirmation that breaks off changes nothing and can be pressed again', async () => {
  const { id, askFor, confirm } = await newAccount('c@example.com');
  await askFor('c2@example.com');
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$`.execute(
    db(),
  );
  await sql`create trigger refuse before update on customers for each row execute function refuse()`.execute(
    db(),
  );
  expect(await confirm('c2@example.com')).toBe(500);
  expect(await emailsOf(id)).toEqual(['c@example.com', 'c@example.com']);
  await sql`drop trigger refuse on customers`.execute(db());
  expect(await confirm('c2@example.com')).toBe(204);
  expect(await emailsOf(id)).toEqual(['c2@example.com', 'c2@example.com']);
});
