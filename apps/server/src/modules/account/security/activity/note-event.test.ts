import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../accounts/store.ts';
import { receiveMail } from '../../mailed-links/receive-mail.fixture.ts';
import { startIdentity, type TestIdentity } from '../../sign-in/identity.fixture.ts';
import { noteEvent } from './note-event.ts';

let identity: TestIdentity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.stop());

const phone = { browser: 'Safari', system: 'iOS', device: 'phone' as const };
const nothing = { browser: null, system: null, device: null };
const newAccount = (locale?: Account['locale']) =>
  identity.addAccount(`mia.${randomUUID().slice(0, 8)}@example.com`, { name: 'Mia', locale });
const depsAt = (time: string) => ({
  appearances: identity.pages.appearances,
  publicUrl: identity.publicUrl,
  clock: () => new Date(time),
});
const eventsOf = ({ id }: Account) =>
  identity.db
    .selectFrom('account_events')
    .select(['kind', 'times', 'happened_at', 'browser', 'system', 'device'])
    .where('account_id', '=', id)
    .orderBy('happened_at')
    .execute();

test('a mail about an event says when, with what, and what to do, in the account’s language', async () => {
  const account = await newAccount('fr-FR');
  const deps = depsAt('2026-07-01T22:30:00Z');
  await identity.db
    .transaction()
    .execute((trx) => noteEvent(deps, trx, { account, kind: 'passkey-added', device: phone }));
  const { text_body: text } = await receiveMail(identity.db, account.email, /clé d’accès/);
  expect(text).toContain('2 juillet 2026 à 00:30 · Safari · iOS');
  expect(text).toContain('Si ce n’était pas vous');
  expect(await eventsOf(account)).toMatchObject([{ kind: 'passkey-added', ...phone, times: 1 }]);
});

test('a device that does not identify itself is called unknown', async () => {
  const account = await newAccount();
  const deps = depsAt('2026-07-01T22:30:00Z');
  await noteEvent(deps, identity.db, { account, kind: 'second-factor-off', device: nothing });
  const { text_body: text } = await receiveMail(identity.db, account.email, /Two-step/);
  expect(text).toContain('Unknown device');
});

test('what is rolled back is neither recorded nor mailed', async () => {
  const account = await newAccount();
  const deps = depsAt('2026-07-01T22:30:00Z');
  const undone = identity.db.transaction().execute(async (trx) => {
    await noteEvent(deps, trx, { account, kind: 'passkey-removed', device: phone });
    throw new Error('taken back');
  });
  await expect(undone).rejects.toThrow('taken back');
  expect(await eventsOf(account)).toEqual([]);
  await noteEvent(deps, identity.db, { account, kind: 'passkey-added', device: phone });
  await receiveMail(identity.db, account.email, /added/);
  const sent = identity.db
    .selectFrom('outbox_mails')
    .select('subject')
    .where('recipient', '=', account.email);
  expect(await sent.execute()).toHaveLength(1);
});

test('repetitions on a day with the same device are counted, with the last time', async () => {
  const account = await newAccount();
  for (const time of ['2026-07-01T10:00:00Z', '2026-07-01T11:00:00Z', '2026-07-02T10:00:00Z']) {
    for (const device of [phone, nothing])
      await noteEvent(depsAt(time), identity.db, { account, kind: 'sign-in-failed', device });
  }
  expect(await eventsOf(account)).toMatchObject([
    { times: 2, happened_at: new Date('2026-07-01T11:00:00Z') },
    { times: 2, happened_at: new Date('2026-07-01T11:00:00Z') },
    { times: 1 },
    { times: 1 },
  ]);
});
