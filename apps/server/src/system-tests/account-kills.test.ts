import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { importJWK } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTokenSigner, type TokenFor } from '../platform/testing/test-tokens.ts';
import { createCall } from '../testing/call-api.ts';
import { addCustomer } from '../testing/customers.ts';
import { freePort } from '../testing/free-port.ts';
import { createKillableNode, type KillableNode } from '../testing/killable-node.ts';

/** Each round kills the node at each step of an address change and of a deletion, at a random moment. */
const ROUNDS = process.env.TRIALS === 'on' ? 12 : 1;
const SOON = { timeout: 60_000, interval: 50 };

let node: KillableNode;
let address: string;
let tokenFor: TokenFor;
const db = () => node.db;

/** A node with the embedded provider. */
async function start(): Promise<void> {
  const { issuer, keys, ...started } = await node.start();
  address = started.address;
  const [jwk] = (JSON.parse(keys) as { keys: { kid: string }[] }).keys;
  if (!jwk) throw new Error('The provider has no key');
  const key = await importJWK(jwk, 'ES256');
  tokenFor = createTokenSigner({ issuer, key, kid: jwk.kid, claims: { identity_type: 'consumer' } });
}

beforeAll(async () => {
  node = await createKillableNode({ PORT: String(await freePort()) });
  await start();
});
afterAll(() => node.remove());

const call = (customer: CustomerId, method: string, rest: string, body?: object) =>
  createCall({ address, tokenFor })<object>(
    customer,
    method,
    `/identity/v2/identities/consumer/${customer}${rest}`,
    body,
  );

/** Sends calls, kills the node while they run, restarts it and repeats each call until it gets the expected answer. */
async function overKill(...calls: (() => Promise<{ status: number }>)[]): Promise<void> {
  const sent = calls.map((one) => one().catch(() => null));
  await pause(Math.random() * 60);
  await node.kill();
  await Promise.all(sent);
  await start();
  expect((await Promise.all(calls.map((one) => one()))).map(({ status }) => status < 300)).toEqual(
    calls.map(() => true),
  );
}

async function addAccount(): Promise<{ id: CustomerId; email: string }> {
  const email = `anna.${randomUUID().slice(0, 8)}@example.com`;
  const id = await addCustomer(db(), { email });
  const details = {
    id,
    email,
    name: 'Anna',
    identity_type: 'consumer' as const,
    channel: 'pennyfern',
    locale: 'en-GB',
  };
  const times = { created_at: new Date(), password_changed_at: new Date() };
  await db()
    .insertInto('accounts')
    .values({ ...details, ...times, password_hash: 'of nobody' })
    .execute();
  return { id, email };
}

/** The mailed tokens without duplicates: a mail whose job was killed at its end is sent twice. */
async function tokensFor(recipient: string, subject: string): Promise<string[]> {
  const mails = db().selectFrom('outbox_mails').select('text_body').where('recipient', '=', recipient);
  return vi.waitFor(async () => {
    const { rows } = await sql`select from graphile_worker._private_jobs as job
      join graphile_worker._private_tasks as task on task.id = job.task_id
      where identifier in ('identity-mail', 'send-sealed-mail')`.execute(db());
    expect(rows).toEqual([]);
    const found = await mails.where('subject', 'like', `${subject}%`).execute();
    expect(found).not.toEqual([]);
    const tokens = found.map(({ text_body }) => /confirmation-token=([\w-]+)/.exec(text_body)?.[1] ?? '');
    return [...new Set(tokens)];
  }, SOON);
}

async function theToken(recipient: string, subject: string): Promise<string> {
  const tokens = await tokensFor(recipient, subject);
  expect(tokens).toHaveLength(1);
  return tokens[0] ?? '';
}

/** An account's address and whether it is closed, from every table that holds them, without duplicates. */
async function state(id: string) {
  const { rows } = await sql<{ email: string; is_closed: boolean }>`
    select email, closed_at is not null as is_closed from accounts where id = ${id}
    union select email, deleted_at is not null from customers where user_id = ${id}`.execute(db());
  const { rows: jobs } =
    await sql`select from graphile_worker.jobs where key = ${`erase-account:${id}`}`.execute(db());
  return { rows, jobs: jobs.length };
}

test('address changes and deletions killed at each step happen once, or not at all [IDN-09, IDN-12]', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [anna, ben] = [await addAccount(), await addAccount()];
    const email = `new.${anna.email}`;
    await overKill(
      () => call(anna.id, 'POST', '/emailchanges', { email, channel: 'pennyfern' }),
      () => call(ben.id, 'POST', '/deleteaccount', { channel: 'pennyfern' }),
    );
    const confirmation = await theToken(email, 'Confirm your new email address');
    const deletion = await theToken(ben.email, 'Confirm that you want to delete');

    await overKill(
      () => call(anna.id, 'POST', `/emailchanges/${confirmation}/actions/confirm`),
      () => call(ben.id, 'POST', `/deleteaccount/${deletion}/actions/confirm`),
    );
    expect(await state(anna.id)).toEqual({ rows: [{ email, is_closed: false }], jobs: 0 });
    expect(await state(ben.id)).toEqual({ rows: [{ email: ben.email, is_closed: true }], jobs: 1 });
    const undo = await theToken(anna.email, 'Your email address has been changed');

    await overKill(
      () => fetch(`${address}/api/identity/v2/emailchanges/${undo}/actions/undo`, { method: 'POST' }),
      async () => {
        const { status } = await call(ben.id, 'POST', '/deleteaccount/actions/keep');
        // It was already kept before the kill.
        return { status: status === 404 && !(await state(ben.id)).rows[0]?.is_closed ? 204 : status };
      },
    );
    for (const { id, email: first } of [anna, ben])
      expect(await state(id)).toEqual({ rows: [{ email: first, is_closed: false }], jobs: 0 });
  }
}, 900_000);
