import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { receiveMail } from '../modules/account/mailed-links/receive-mail.fixture.ts';
import { MINUTE_MS } from '../platform/clock.ts';
import { createCall } from '../testing/call-api.ts';
import { asCustomerId } from '../testing/customer-ids.ts';
import { startSmtpServer } from '../testing/smtp-server.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';

/** A change of address on a whole node: what identity owns, and what follows it elsewhere. */
let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation({ identity: 'embedded' });
});
afterAll(() => installation.stop());

const node = () => installation.nodes[0] as Installation['nodes'][number];
const db = () => node().connection.db;

async function newAccount(email: string, at = installation) {
  const [{ identity, address }] = at.nodes as [Installation['nodes'][number]];
  const account = await identity?.createAccount({
    email,
    name: 'Anna',
    password: 'tulips in the rain',
    identityType: 'consumer',
    channel: 'pennyfern',
    locale: 'en-GB',
  });
  const id = asCustomerId(account?.id ?? '');
  const call = createCall({ address, tokenFor: at.tokenFor });
  const path = `/identity/v2/identities/consumer/${id}/emailchanges`;
  const askFor = (newEmail: string) => call(id, 'POST', path, { email: newEmail, channel: 'pennyfern' });
  return {
    id,
    path,
    call,
    askFor,
    read: async () => (await call(id, 'GET', path)).body,
    customer: async () => (await call<{ changed: boolean }>(id, 'GET', '/customers/customers/me')).body,
    /** Presses the button of the newest link to the new address. */
    async confirm(newEmail: string) {
      const { link } = await receiveMail(db(), newEmail, /Confirm your new email address/);
      const token = new URL(link).searchParams.get('confirmation-token');
      return (await call(id, 'POST', `${path}/${token}/actions/confirm`)).status;
    },
  };
}

const emailsOf = async (id: CustomerId) => {
  const account = await db().selectFrom('accounts').select('email').where('id', '=', id).executeTakeFirst();
  const customer = await db()
    .selectFrom('customers')
    .select('email')
    .where('user_id', '=', id)
    .executeTakeFirst();
  return [account?.email, customer?.email];
};

test('needs a recent sign-in [IDN-11]', async () => {
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

test('the customer follows, and the change is pending until then [IDN-12, SET-07]', async () => {
  const { id, customer, askFor, confirm } = await newAccount('a@example.com');
  expect((await customer()).changed).toBe(false);
  await askFor('a2@example.com');
  expect((await customer()).changed).toBe(true);
  expect(await emailsOf(id)).toEqual(['a@example.com', 'a@example.com']);
  expect(await confirm('a2@example.com')).toBe(204);
  expect(await emailsOf(id)).toEqual(['a2@example.com', 'a2@example.com']);
  expect((await customer()).changed).toBe(false);
});

test('a confirmation that fails midway changes nothing and can be pressed again [IDN-12]', async () => {
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

test('a mail server that is unreachable for an hour delays the change and nothing else: requested again, it sends one mail [IDN-11, IDN-12]', async () => {
  const { port, stop } = await startSmtpServer();
  await stop();
  let aheadMs = 0;
  const away = await startInstallation({
    identity: 'embedded',
    env: { SMTP_URL: `smtp://127.0.0.1:${port}` },
    clock: () => new Date(Date.now() + aheadMs),
  });
  onTestFinished(() => away.stop());
  const { db: there } = (away.nodes[0] as Installation['nodes'][number]).connection;
  const { id, path, askFor, read, call } = await newAccount('d@example.com', away);
  const sealed = async () =>
    (
      await sql`select from graphile_worker.jobs where task_identifier = 'send-sealed-mail' and run_at > now()`.execute(
        there,
      )
    ).rows.length;
  expect((await askFor('d2@example.com')).status).toBe(200);
  await vi.waitFor(async () => expect(await sealed()).toBe(1), { timeout: 10_000 });
  aheadMs = 61 * MINUTE_MS;
  expect(await read()).toEqual({ email: 'd@example.com', pending: null });
  expect((await askFor('d2@example.com')).status).toBe(200);
  await vi.waitFor(async () => expect(await sealed()).toBe(2), { timeout: 10_000 });

  const back = await startSmtpServer(port);
  onTestFinished(back.stop);
  aheadMs += MINUTE_MS;
  await sql`update graphile_worker._private_jobs set run_at = now() where run_at < now() + interval '5 minutes'`.execute(
    there,
  );
  await vi.waitFor(() => expect(back.recipients).toEqual(['d2@example.com']), { timeout: 10_000 });
  await vi.waitFor(async () => expect(await sealed()).toBe(0), { timeout: 10_000 });
  const token = /confirmation-token=([\w-]+)/.exec(back.texts[0] ?? '')?.[1];
  expect((await call(id, 'POST', `${path}/${token}/actions/confirm`)).status).toBe(204);
  expect(await read()).toEqual({ email: 'd2@example.com', pending: null });
});
