import { randomUUID } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { requestDeletion } from '../modules/account/deletion/index.ts';
import { queueLink } from '../modules/account/mailed-links/index.ts';
import { CONSENT_VERSION } from '../modules/account/newsletter/consents.ts';
import { insertEvent } from '../modules/exchange/event-delivery/index.ts';
import { queueMail } from '../platform/mail.ts';
import { startRestorableNode } from './restore-mode.fixture.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

let node: Awaited<ReturnType<typeof startRestorableNode>>;
beforeAll(async () => {
  node = await startRestorableNode();
  await node.start();
});
afterAll(() => node.end());

const VISIT = { appOrigin: 'http://localhost:3000', channel: 'kiekhof', locale: 'en-GB' };
const EVENT = { type: 'order.reorder', body: JSON.stringify({ type: 'order.reorder' }) };
const SOON = { timeout: 30_000, interval: 50 };
type Person = { id: CustomerId; email: string };

const mailsTo = (email: string) => node.mails.recipients.filter((each) => each === email).length;
async function tokenMailedTo(email: string, mails: number): Promise<string> {
  await expect.poll(() => mailsTo(email), SOON).toBe(mails);
  const latest = node.mails.texts[node.mails.recipients.lastIndexOf(email)] ?? '';
  return /confirmation-token=([\w-]+)/.exec(latest)?.[1] ?? '';
}

const NEWSLETTER = '/customers/customers/me/newsletter';
const CHOICE = { topics: ['ideas'], frequency: 'every', locale: 'en-GB', consentVersion: CONSENT_VERSION };
/** Subscribes by the link of the `mails`th mail. */
async function subscribe({ id, email }: Person, mails: number): Promise<void> {
  expect((await node.call(id, 'POST', NEWSLETTER, CHOICE)).status).toBe(200);
  const token = await tokenMailedTo(email, mails);
  const page = `/email-gateway/api/v1/Profiles/${email}/subscription/confirm/${token}`;
  expect((await fetch(`${node.address()}/api${page}`, { method: 'POST' })).status).toBe(204);
}
const isSubscribed = async ({ id }: Person) =>
  (
    await node
      .db()
      .selectFrom('newsletter_subscriptions')
      .select('user_id')
      .where('user_id', '=', id)
      .execute()
  ).length > 0;

const deletionOf = ({ id }: Person) => `/identity/v2/identities/consumer/${id}/deleteaccount`;
async function closeAccount(person: Person, mails: number): Promise<void> {
  const page = deletionOf(person);
  expect((await node.call(person.id, 'POST', page, { channel: 'kiekhof' })).status).toBe(200);
  const token = await tokenMailedTo(person.email, mails);
  expect((await node.call(person.id, 'POST', `${page}/${token}/actions/confirm`)).status).toBe(204);
  await expect.poll(() => mailsTo(person.email), SOON).toBe(mails + 1);
}
const closedSince = async ({ id }: Person) => {
  const row = node.db().selectFrom('customers').select('deleted_at').where('user_id', '=', id);
  return (await row.executeTakeFirst())?.deleted_at;
};

async function changeAddress({ id }: Person, email: string): Promise<void> {
  const page = `/identity/v2/identities/consumer/${id}/emailchanges`;
  expect((await node.call(id, 'POST', page, { email, channel: 'kiekhof' })).status).toBe(200);
  const token = await tokenMailedTo(email, 1);
  expect((await node.call(id, 'POST', `${page}/${token}/actions/confirm`)).status).toBe(204);
}
const addressOf = async ({ id }: Person) =>
  (await node.db().selectFrom('accounts').select('email').where('id', '=', id).executeTakeFirst())?.email;

/** Whether the jobs that were under way at the backup were tried and put off. */
async function hasWaited(): Promise<boolean> {
  const { rows } = await sql<{
    all: boolean;
  }>`select bool_and(run_at > now()) as all from graphile_worker.jobs
    where task_identifier in ('send-mail', 'identity-mail')`.execute(node.db());
  return rows[0]?.all ?? false;
}

const OUTWARD = [
  'identity-mail',
  'send-mail',
  'send-sealed-mail',
  'pass-on-withdrawal',
  'send-outgoing-event',
];
const tryNow = () => node.runSoon(OUTWARD);

test('nobody who left comes back and nobody is mailed twice, nine days after a point-in-time restore', async () => {
  const [anna, ben, clara, dora, emil] = [
    await node.register('Anna'),
    await node.register('Ben'),
    await node.register('Clara'),
    await node.register('Dora'),
    await node.register('Emil'),
  ];
  await subscribe(anna, 1);
  await node.passMinute();
  await node.database.backUp();
  // Under way at the backup, and sent before the accident.
  await node
    .db()
    .transaction()
    .execute(async (trx) => {
      await queueMail(trx, { to: dora.email, subject: 'Your order', text: 'It is on its way.', html: '' });
      await insertEvent(trx, {
        customerId: dora.id,
        id: randomUUID(),
        service: 'shop',
        ...EVENT,
        now: new Date(),
      });
      await queueLink(trx, 'reset-password', { email: anna.email, visit: VISIT, interaction: null });
      await sql`update graphile_worker._private_jobs set run_at = now() + interval '1 hour' where locked_at is null`.execute(
        trx,
      );
    });
  await node.database.nameMoment('before');
  await node.waitFor('send-mail', 0);
  await node.waitFor('identity-mail', 0);
  await node.waitFor('send-outgoing-event', 0);
  expect(node.shop.received.map(({ type }) => type)).toEqual(['order.reorder']);
  await expect.poll(() => [mailsTo(dora.email), mailsTo(anna.email)], SOON).toEqual([1, 2]);

  expect((await node.call(anna.id, 'DELETE', NEWSLETTER)).status).toBe(204);
  await closeAccount(ben, 1);
  await changeAddress(clara, 'clara@elsewhere.example');
  expect(await requestDeletion(node.db(), { customerId: emil.id, isAtOnce: true })).toBe('open');
  await expect.poll(() => closedSince(emil), SOON).toBeUndefined();
  const declared = { channel: 'kiekhof', order: 'K-1', products: [], name: 'Dora', email: dora.email };
  const withdrawal = await node.call<{ withdrawalId: string }>(dora.id, 'POST', '/orders/withdrawals/me', {
    ...declared,
    productCodes: [],
  });
  expect(withdrawal.status).toBe(200);
  await expect.poll(() => node.shop.received.map(({ type }) => type), SOON).toContain('order.withdrawal');
  await expect.poll(() => mailsTo(dora.email), SOON).toBe(2);
  await expect.poll(() => mailsTo('care@kiekhof.example'), SOON).toBe(1);
  const [mailed, received] = [node.mails.recipients.length, node.shop.received.length];

  await node.restore('before');
  expect(node.app().epochs.status).toBe('database-older');
  expect(node.log()).toContain('invoices, mails, events, reorders and vouchers wait');
  const ready = await fetch(`${node.address()}/health/ready`);
  expect([ready.status, await ready.json()]).toMatchObject([200, { removals: 'held', restore: 'held' }]);
  expect(await isSubscribed(anna)).toBe(true);

  await tryNow();
  await expect.poll(hasWaited, SOON).toBe(true);
  await tryNow();
  const late = await node.register('Late');
  await node.call(late.id, 'POST', NEWSLETTER, CHOICE);
  await expect
    .poll(async () => (await node.countJobs('send-mail')) + (await node.countJobs('identity-mail')), SOON)
    .toBe(3);
  const voucher = await node.call<{ code: string }>(
    dora.id,
    'GET',
    '/vouchers/api/v1/campaigns/offers/SUMMER',
  );
  expect([voucher.status, voucher.body.code]).toEqual([503, 'held-after-restore']);

  const dry = await node.reconcile();
  expect(dry.code).toBe(1);
  for (const line of [
    'the database is older than the store',
    'The journal has everything since the backup.',
    '2  accounts are closed or reopened again, as their customers did',
    '1  newsletter addresses are unsubscribed or allowed again, as their owners did',
    '1  accounts get their changed addresses back',
    '1  declarations of withdrawal are back',
    '1  links requested before the backup are not mailed',
    'mails sent since the backup are not sent again',
    '1  events that were waiting at the backup are not sent',
  ])
    expect(dry.stated).toContain(line);
  expect([await isSubscribed(anna), await addressOf(clara)]).toEqual([true, clara.email]);

  expect(await node.reconcile('--apply')).toMatchObject({ code: 0 });
  expect(await isSubscribed(anna)).toBe(false);
  expect(await closedSince(ben)).toBeInstanceOf(Date);
  expect(await addressOf(clara)).toBe('clara@elsewhere.example');
  // Its job ran before the store was joined; housekeeping adds it again.
  await node.run('check-erasures');
  await expect.poll(() => closedSince(emil), SOON).toBeUndefined();
  expect(await addressOf(emil)).toBeUndefined();
  for (const task of ['sweep-storage', 'check-needed-dates', 'check-erasures']) await node.run(task);
  for (const task of OUTWARD) await node.waitFor(task, 0);
  // One mail more: to somebody who asked for it after the restore.
  expect(node.mails.recipients.slice(mailed)).toEqual([late.email]);
  expect(node.shop.received.slice(received)).toEqual([]);
  const { withdrawalId } = withdrawal.body;
  const back = node.db().selectFrom('withdrawals').select('passed_on_at').where('id', '=', withdrawalId);
  expect((await back.execute()).map(({ passed_on_at }) => passed_on_at)).toEqual([expect.any(Date)]);
  expect((await node.reconcile()).code).toBe(0);
});
