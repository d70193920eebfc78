import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { NewsletterTopic } from '@keepsake/contracts/account/newsletter';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  beginIssue,
  countSubscribers,
  exportSubscribers,
  parseIssueFile,
  suppressAddresses,
} from './index.ts';
import { PUBLIC_URL, startNewsletter } from './newsletter.fixture.ts';

const DAY = 86_400_000;

/** A mail server that keeps each mail as received and refuses the given recipients. */
async function startServer() {
  const mails: { to: string; raw: string }[] = [];
  const refusals = new Map<string, Error>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(refusals.get(address) ?? null),
    onData(stream, session, done) {
      text(stream).then((raw) => {
        mails.push({ to: session.envelope.rcptTo[0]?.address ?? '', raw });
        done();
      }, done);
    },
  });
  server.on('error', () => undefined).listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const stop = () => new Promise<void>((resolve) => server.close(resolve));
  return { mails, refusals, url: `smtp://127.0.0.1:${port}`, stop };
}

let server: Awaited<ReturnType<typeof startServer>>;
let world: Awaited<ReturnType<typeof startNewsletter>>;
beforeAll(async () => {
  server = await startServer();
  world = await startNewsletter({ smtpUrl: server.url, hasWorker: false });
});
afterAll(async () => {
  await world.stop();
  await server.stop();
});
beforeEach(async () => {
  for (const table of [
    'newsletter_subscriptions',
    'newsletter_suppressions',
    'newsletter_deliveries',
  ] as const)
    await world.db.deleteFrom(table).execute();
  await world.db.deleteFrom('newsletter_issues').execute();
  await sql`delete from graphile_worker._private_jobs`.execute(world.db);
  server.mails.length = 0;
  server.refusals.clear();
  world.clock.now = new Date('2026-06-15T10:00:00Z');
});

type Details = {
  channel?: string;
  topics?: string[];
  frequency?: 'every' | 'monthly';
  paused_until?: Date;
  mail_locale?: string;
  deleted_at?: Date;
};

/** A customer with a confirmed subscription, inserted directly. */
async function addSubscriber({ channel = 'pennyfern', topics = ['ideas'], ...details }: Details = {}) {
  const customerId = await world.addCustomer({ channel });
  const { mail_locale = null, deleted_at = null, frequency = 'every', paused_until = null } = details;
  await world.db
    .updateTable('customers')
    .set({ mail_locale, deleted_at })
    .where('user_id', '=', customerId)
    .execute();
  const { createKeys } = await import('./keys.ts');
  const keys = createKeys(await world.secrets.read('newsletter'));
  const at = world.clock.now;
  const shared = {
    user_id: customerId,
    topics,
    address_hmac: await keys.hmacOf(world.db, world.emailOf(customerId)),
  };
  await world.db
    .insertInto('newsletter_subscriptions')
    .values({
      ...shared,
      consent_id: customerId,
      frequency,
      paused_until,
      link_sent_at: at,
      link_expires_at: at,
      confirmed_at: at,
    })
    .execute();
  await world.db
    .insertInto('newsletter_consents')
    .values({
      ...shared,
      id: customerId,
      source: 'import',
      text_version: 'x',
      text_digest: shared.address_hmac,
      locale: 'en-GB',
      requested_at: at,
      confirmed_at: at,
    })
    .execute();
  return { customerId, email: world.emailOf(customerId) };
}

const CONTENTS = {
  'en-GB': { subject: 'Ideas for autumn', text: 'Leaves.\n\nPrint them.' },
  'de-AT': { subject: 'Ideen für den Herbst', text: 'Laub.', html: '<html><body><p>Laub</p></body></html>' },
};
const begin = (topic: NewsletterTopic = 'ideas', { channel = 'pennyfern', isAgain = false } = {}) =>
  beginIssue(world, { topic, channel, contents: CONTENTS }, { isAgain, now: world.clock.now });

/** Runs pending jobs as workers would; failed ones stay for the next call. Returns how many failed. */
async function work(): Promise<number> {
  let failed = 0;
  for (const isDone = new Set<string>(); ; ) {
    const { rows } = await sql<{ id: string; task: string; payload: object; attempts: number; max: number }>`
      select jobs.id::text, tasks.identifier as task, payload, attempts, max_attempts as max
      from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = task_id
      order by jobs.id`.execute(world.db);
    const next = rows.find(({ id }) => !isDone.has(id));
    if (!next) return failed;
    isDone.add(next.id);
    const done = world.run(next.task, next.payload, { attempt: next.attempts + 1, maxAttempts: next.max });
    const hasFailed = await done.then(
      () => false,
      () => true,
    );
    if (hasFailed) failed++;
    else await sql`delete from graphile_worker._private_jobs where id = ${next.id}::bigint`.execute(world.db);
  }
}
const states = async () =>
  Object.fromEntries(
    (await world.db.selectFrom('newsletter_deliveries').selectAll().execute()).map((row) => [
      row.user_id,
      row.state,
    ]),
  );

describe('an issue', () => {
  test('reaches its subscribers: topic, channel, language, pause, month, suppression and closed accounts count', async () => {
    const [anna, lena] = [await addSubscriber(), await addSubscriber({ mail_locale: 'de-AT' })];
    const left = [
      await addSubscriber({ topics: ['offers'] }),
      await addSubscriber({ channel: 'bildersonn' }),
      await addSubscriber({ mail_locale: 'fr-FR' }),
      await addSubscriber({ paused_until: new Date('2026-06-20T00:00:00Z') }),
      await addSubscriber({ deleted_at: world.clock.now }),
    ];
    const barred = await addSubscriber();
    await suppressAddresses(world, [barred.email.toUpperCase()], { isLifted: false, now: world.clock.now });
    await world.addCustomer();
    const counts = await countSubscribers(
      world.db,
      { topic: 'ideas', channel: 'pennyfern' },
      world.clock.now,
    );
    expect(counts.filter(({ eligibility }) => eligibility === 'ready')).toEqual([
      { locale: 'de-AT', eligibility: 'ready', customers: 1 },
      { locale: 'fr-FR', eligibility: 'ready', customers: 1 },
      { locale: 'en-GB', eligibility: 'ready', customers: 1 },
    ]);
    expect(await begin()).toBeTruthy();
    expect(await work()).toBe(0);
    expect(server.mails.map(({ to }) => to).toSorted()).toEqual([anna.email, lena.email].toSorted());
    expect(await states()).toEqual({ [anna.customerId]: 'sent', [lena.customerId]: 'sent' });
    expect(left).toHaveLength(5);
  });

  test('can be left by one click in any mail program: its headers are one line each', async () => {
    const anna = await addSubscriber({ mail_locale: 'de-AT' });
    await begin();
    await work();
    const { raw = '' } = server.mails[0] ?? {};
    const url = /^List-Unsubscribe: <(\S+)>\r?$/m.exec(raw)?.[1] ?? '';
    expect(url).toMatch(new RegExp(`^${PUBLIC_URL}/u/[\\w-]{43}$`));
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
    const body = raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
    expect(body).toContain('Pennyfern Ltd');
    expect(body.split(url)).toHaveLength(4);
    expect(body).toMatch(/Laub<\/p>\s*<div[\s\S]*<\/body>/);
    const { status } = await fetch(`${world.address}${new URL(url).pathname}`, { method: 'POST' });
    expect(status).toBe(204);
    expect((await world.read(anna.customerId)).status).toBe('none');
  });

  test('is sent once, also when a batch is repeated, and again only if requested', async () => {
    const anna = await addSubscriber();
    const issueId = await begin();
    await work();
    await world.run('send-newsletter', { issueId, after: null });
    await world.run('deliver-newsletter', { issueId, customerId: anna.customerId });
    await work();
    expect(server.mails).toHaveLength(1);
    expect(await begin()).toBeNull();
    expect(await begin('ideas', { isAgain: true })).toBeTruthy();
    await work();
    expect(server.mails).toHaveLength(2);
  });

  test('whose mail a kill interrupted is not sent twice', async () => {
    const anna = await addSubscriber();
    const issueId = await begin();
    await world.run('send-newsletter', { issueId, after: null });
    await world.db.updateTable('newsletter_deliveries').set({ state: 'sending' }).execute();
    await work();
    expect(server.mails).toEqual([]);
    expect(await states()).toEqual({ [anna.customerId]: 'sending' });
  });

  test('is handed over later when the mail server is unreachable, still once a month', async () => {
    const anna = await addSubscriber({ frequency: 'monthly' });
    server.refusals.set(anna.email, Object.assign(new Error('4.3.2 later'), { responseCode: 451 }));
    await begin();
    expect(await work()).toBe(1);
    expect(await states()).toEqual({ [anna.customerId]: 'queued' });
    server.refusals.clear();
    expect(await work()).toBe(0);
    expect(server.mails).toHaveLength(1);
    await begin('ideas', { isAgain: true });
    await work();
    expect(server.mails).toHaveLength(1);
    world.clock.now = new Date(world.clock.now.getTime() + 30 * DAY);
    await begin('ideas', { isAgain: true });
    await work();
    expect(server.mails).toHaveLength(2);
  });

  test('is not sent to somebody who left after the batch', async () => {
    const anna = await addSubscriber();
    const issueId = await begin();
    await world.run('send-newsletter', { issueId, after: null });
    await world.leave(anna.customerId);
    await work();
    expect(server.mails).toEqual([]);
    expect(await states()).toEqual({ [anna.customerId]: 'skipped' });
  });

  test('to a nonexistent address is the last one: nothing can be subscribed there until the suppression is lifted', async () => {
    const anna = await addSubscriber();
    server.refusals.set(anna.email, Object.assign(new Error('5.1.1 no such user'), { responseCode: 550 }));
    await begin();
    expect(await work()).toBe(0);
    expect(await states()).toEqual({ [anna.customerId]: 'bounced' });
    expect((await world.read(anna.customerId)).status).toBe('undeliverable');
    expect((await world.subscribe(anna.customerId)).status).toBe(409);
    const at = { isLifted: true, now: world.clock.now };
    expect(await suppressAddresses(world, [anna.email, anna.email.toUpperCase()], at)).toBe(1);
    expect((await world.read(anna.customerId)).status).toBe('none');
    expect((await world.subscribe(anna.customerId)).body.status).toBe('pending');
  });

  test('refused for its content suppresses nobody', async () => {
    const anna = await addSubscriber();
    server.refusals.set(anna.email, Object.assign(new Error('5.7.1 spam'), { responseCode: 550 }));
    await begin();
    expect(await work()).toBe(1);
    expect((await world.read(anna.customerId)).status).toBe('subscribed');
  });

  test('with more subscribers than fit a batch reaches all of them', async () => {
    const first = await addSubscriber();
    await sql`insert into customers (user_id, email, name, channel, identity_type, registered_at)
      select gen_random_uuid(), 'many.' || n || '@example.com', 'Anna', 'pennyfern', 'consumer', now()
      from generate_series(1, 620) as n`.execute(world.db);
    await sql`insert into newsletter_subscriptions
      select user_id, gen_random_uuid(), sha256(email::bytea), '{ideas}', 'every', null, now(), now(), now(), null
      from customers where email like 'many.%'`.execute(world.db);
    const issueId = await begin();
    await world.run('send-newsletter', { issueId, after: null });
    const noted = async () => Object.keys(await states()).length;
    expect(await noted()).toBe(500);
    const { rows } = await sql<{
      payload: { after: string };
    }>`select payload from graphile_worker._private_jobs
      where payload::text like '%"after":"%'`.execute(world.db);
    await world.run('send-newsletter', { issueId, ...rows[0]?.payload });
    expect(await noted()).toBe(621);
    expect((await states())[first.customerId]).toBe('queued');
    await sql`delete from customers where email like 'many.%'`.execute(world.db);
  });
});

test('subscribers are exported with what a platform needs, without those who get nothing', async () => {
  const anna = await addSubscriber({ mail_locale: 'sv-SE' });
  const barred = await addSubscriber();
  await suppressAddresses(world, [barred.email], { isLifted: false, now: world.clock.now });
  const rows: unknown[] = [];
  for await (const row of exportSubscribers({ ...world, publicUrl: PUBLIC_URL })) rows.push(row);
  expect(rows).toMatchObject([
    { customerId: anna.customerId, email: anna.email, locale: 'sv-SE', topics: ['ideas'], pausedUntil: null },
  ]);
});

test('a file of an issue is accepted completely or not at all, with its faults', () => {
  expect(parseIssueFile(JSON.stringify(CONTENTS)).value).toEqual(CONTENTS);
  expect(parseIssueFile('{}').faults).toEqual(['file: names no language']);
  const faults = parseIssueFile('{"en-GB":{"subject":"a\\nb","text":" "},"xx":{}}').faults?.join('\n');
  expect(faults).toMatch(/en-GB\.subject: is one line/);
  expect(faults).toMatch(/en-GB\.text/);
});
