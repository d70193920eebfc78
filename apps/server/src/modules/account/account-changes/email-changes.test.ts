import { randomUUID } from 'node:crypto';
import type { PendingEmailChange } from '@keepsake/contracts/account/email-changes';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addCustomer } from '../../../testing/customers.ts';
import { areaOf } from '../../../testing/erase-customer.ts';
import type { Account } from '../accounts/store.ts';
import { receiveMail } from '../mailed-links/receive-mail.fixture.ts';
import { signIn, startIdentity, type TestIdentity } from '../sign-in/identity.fixture.ts';
import { createIdentityData } from './personal-data.ts';

let identity: TestIdentity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.stop());

const newAddress = () => `mia.${randomUUID().slice(0, 8)}@example.com`;
const newAccount = () => identity.addAccount(newAddress());
const pathOf = ({ id, identityType }: Account) =>
  `/identity/v2/identities/${identityType}/${id}/emailchanges`;

const ask = (account: Account, email: string, by = account) =>
  identity.call<PendingEmailChange & { code?: string }>(by.id, 'POST', pathOf(account), {
    email,
    channel: 'pennyfern',
  });
const read = async (account: Account) => {
  const { body } = await identity.call<{
    email: string;
    pending: { email: string; resendAt: string } | null;
  }>(account.id, 'GET', pathOf(account));
  return body;
};
const confirm = (account: Account, token: string, by = account) =>
  identity.call<{ code?: string }>(by.id, 'POST', `${pathOf(account)}/${token}/actions/confirm`);
const undo = (token: string) =>
  fetch(`${identity.publicUrl}/api/identity/v2/emailchanges/${token}/actions/undo`, { method: 'POST' });

/** The token of the newest mail to an address. */
async function tokenFor(email: string, subject: RegExp): Promise<string> {
  const { link } = await receiveMail(identity.db, email, subject);
  return new URL(link).searchParams.get('confirmation-token') ?? '';
}
const confirmToken = (email: string) => tokenFor(email, /Confirm your new email address/);
const undoToken = (email: string) => tokenFor(email, /Your email address has been changed/);

async function change(account: Account, email = newAddress()) {
  expect((await ask(account, email)).status).toBe(200);
  const token = await confirmToken(email);
  expect((await confirm(account, token)).status).toBe(204);
  return { email, token };
}

describe('a change of address', () => {
  test('waits for the new address, then ends every session, and only the new one can sign in [IDN-11, IDN-12]', async () => {
    const account = await newAccount();
    const before = await signIn(identity, identity.openBrowser(), account.email);
    const email = newAddress();
    const { status, body } = await ask(account, email);
    expect([status, body.email]).toEqual([200, email]);
    expect(await read(account)).toMatchObject({ email: account.email, pending: { email } });
    await identity.verifier.verify(before.tokens.access_token);

    expect((await confirm(account, await confirmToken(email))).status).toBe(204);
    expect(await read(account)).toEqual({ email, pending: null });
    identity.verifier.dropAll();
    await expect(identity.verifier.verify(before.tokens.access_token)).rejects.toThrow();
    const { tokens } = await signIn(identity, identity.openBrowser(), email);
    expect(await identity.verifier.verify(tokens.access_token)).toMatchObject({ email });
    await expect(signIn(identity, identity.openBrowser(), account.email)).rejects.toThrow();
    expect(identity.confirmed.at(-1)).toMatchObject({ id: account.id, email });
  });

  test('the same link again, or 20 times at once, changes it once and gets the same answer [IDN-08, IDN-12]', async () => {
    const account = await newAccount();
    const email = newAddress();
    await ask(account, email);
    const token = await confirmToken(email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(account, token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect((await confirm(account, token)).status).toBe(204);
    const notified = await identity.db
      .selectFrom('outbox_mails')
      .select('id')
      .where('recipient', '=', account.email)
      .execute();
    await undoToken(account.email);
    expect(notified.length).toBeLessThanOrEqual(1);
  });

  test('an expired or made-up link and another’s path are unknown; another customer’s link says just that [IDN-12]', async () => {
    const [account, stranger] = [await newAccount(), await newAccount()];
    const email = newAddress();
    await ask(account, email);
    const token = await confirmToken(email);
    const { status, body } = await confirm(stranger, token);
    expect([status, body.code]).toEqual([403, 'another-account']);
    expect(JSON.stringify(body)).not.toContain('@');
    expect((await confirm(account, token, stranger)).status).toBe(404);
    expect((await confirm(account, 'x'.repeat(43))).status).toBe(404);
    expect((await ask(account, newAddress(), stranger)).status).toBe(404);
    const asBusiness = { ...account, identityType: 'business' as const };
    expect((await ask(asBusiness, newAddress(), account)).status).toBe(404);
    await identity.db
      .updateTable('email_changes')
      .set({ expires_at: new Date(0) })
      .execute();
    expect((await confirm(account, token)).status).toBe(404);
    expect((await read(account)).email).toBe(account.email);
    await identity.run('forget-expired-hourly');
    expect(await identity.db.selectFrom('email_changes').select('id').execute()).toEqual([]);
  });

  test('a new request or cancelling it voids the links of the previous one', async () => {
    const account = await newAccount();
    const [first, second] = [newAddress(), newAddress()];
    await ask(account, first);
    const token = await confirmToken(first);
    await ask(account, second);
    expect((await confirm(account, token)).status).toBe(404);
    const newer = await confirmToken(second);
    await identity.call(account.id, 'DELETE', pathOf(account));
    expect((await confirm(account, newer)).status).toBe(404);
    expect(await read(account)).toEqual({ email: account.email, pending: null });
  });

  test('requesting it twice makes one change: one mail, whose link works', async () => {
    const account = await newAccount();
    const email = newAddress();
    const [one, other] = await Promise.all([ask(account, email), ask(account, email)]);
    expect([one.status, other.status, other.body]).toEqual([200, 200, one.body]);
    const token = await confirmToken(email);
    expect((await ask(account, email)).status).toBe(200);
    const queued = sql`select from graphile_worker._private_jobs where payload ->> 'purpose' = 'change-email'`;
    await vi.waitFor(async () => expect((await queued.execute(identity.db)).rows).toEqual([]));
    const mails = await identity.db
      .selectFrom('outbox_mails')
      .select('id')
      .where('recipient', '=', email)
      .execute();
    expect(mails).toHaveLength(1);
    expect((await confirm(account, token)).status).toBe(204);
  });

  test('an address that has an account is in use, however it is spelt, including the customer’s own [IDN-13]', async () => {
    const [account, other] = [await newAccount(), await newAccount()];
    for (const email of [other.email, other.email.toUpperCase(), account.email]) {
      const { status, body } = await ask(account, email);
      expect([status, body.code]).toEqual([409, 'email-in-use']);
    }
  });

  test('may be one of case alone [IDN-11, IDN-12]', async () => {
    const account = await newAccount();
    const email = account.email.replace('mia', 'Mia');
    await change(account, email);
    expect(await read(account)).toEqual({ email, pending: null });
    expect((await signIn(identity, identity.openBrowser(), account.email)).tokens.claims()).toMatchObject({
      email,
    });
  });

  test('to a host with letters beyond ASCII goes to the name that mail servers know [IDN-11]', async () => {
    const account = await newAccount();
    const local = randomUUID().slice(0, 8);
    const { status, body } = await ask(account, ` ${local}@müller.example`);
    expect([status, body.email]).toEqual([200, `${local}@müller.example`]);
    await confirmToken(`${local}@xn--mller-kva.example`);
    expect((await ask(account, `${local}ü@example.com`)).status).toBe(400);
  });

  test('an address that somebody got in the meantime is not taken from them [IDN-12]', async () => {
    const account = await newAccount();
    const email = newAddress();
    await ask(account, email);
    const token = await confirmToken(email);
    await identity.addAccount(email);
    expect((await confirm(account, token)).status).toBe(404);
    expect((await read(account)).email).toBe(account.email);
  });

  test('a mail that was sent while a clock was ahead is sent again at once', async () => {
    const account = await newAccount();
    await ask(account, newAddress());
    await identity.db
      .updateTable('email_changes')
      .set({ sent_at: new Date(Date.now() + 9 * 86_400_000) })
      .where('account_id', '=', account.id)
      .execute();
    expect(Date.parse((await read(account)).pending?.resendAt ?? '')).toBeLessThanOrEqual(Date.now());
    expect((await identity.call(account.id, 'POST', `${pathOf(account)}/actions/resend`)).status).toBe(200);
  });

  test('frequent requests have to wait; a mail is sent again a minute later [IDN-14]', async () => {
    const account = await newAccount();
    const resend = () => identity.call(account.id, 'POST', `${pathOf(account)}/actions/resend`);
    expect((await resend()).status).toBe(404);
    const email = newAddress();
    await ask(account, email);
    expect((await resend()).status).toBe(429);
    const token = await confirmToken(email);
    await identity.db
      .updateTable('email_changes')
      .set({ sent_at: new Date(Date.now() - 61_000) })
      .where('account_id', '=', account.id)
      .execute();
    expect((await resend()).status).toBe(200);
    expect((await confirm(account, token)).status).toBe(204);
    const requested = [];
    for (let i = 0; i < 6; i++) requested.push((await ask(account, newAddress())).status);
    expect(requested).toContain(429);
  });

  test.each(['', 'no-address', 'a@b', 'a@b@c.example', 'mia@exa mple.com', 'a,b@example.com'])(
    'no address: %s',
    async (email) => {
      expect((await ask(await newAccount(), email)).status).toBe(400);
    },
  );

  test('an address with a plus is another mailbox', async () => {
    const account = await newAccount();
    expect((await ask(account, account.email.replace('@', '+photos@'))).status).toBe(200);
  });
});

describe('the earlier address', () => {
  test('takes the account back without a session: the password and all sessions end', async () => {
    const account = await newAccount();
    const { email } = await change(account);
    const thief = await signIn(identity, identity.openBrowser(), email);
    const token = await undoToken(account.email);
    for (let pressed = 0; pressed < 2; pressed++)
      expect(await (await undo(token)).json()).toEqual({ customerId: account.id });
    expect((await read(account)).email).toBe(account.email);
    identity.verifier.dropAll();
    await expect(identity.verifier.verify(thief.tokens.access_token)).rejects.toThrow();
    await expect(signIn(identity, identity.openBrowser(), account.email)).rejects.toThrow();
    expect((await receiveMail(identity.db, account.email, /Set a new password/)).link).toContain(
      'reset-password',
    );
    await receiveMail(identity.db, email, /changed back/);
  });

  test('after a change to a third address, the second cannot undo it', async () => {
    const account = await newAccount();
    const { email: second } = await change(account);
    const first = await undoToken(account.email);
    await change(account);
    const stolen = await undoToken(second);
    expect((await undo(first)).status).toBe(200);
    expect((await undo(stolen)).status).toBe(404);
    expect((await read(account)).email).toBe(account.email);
  });

  test('can do so for seven days, and only with a link of ours', async () => {
    const account = await newAccount();
    await change(account);
    const token = await undoToken(account.email);
    await identity.db
      .updateTable('identity_tokens')
      .set({ expires_at: new Date(0) })
      .where('purpose', '=', 'undo-email-change')
      .execute();
    expect((await undo(token)).status).toBe(404);
    expect((await undo('x'.repeat(43))).status).toBe(404);
  });
});

test('erasing an account erases the mails to its former addresses, unless one is somebody else’s by now', async () => {
  const account = await newAccount();
  const { email: second } = await change(account);
  const former = [account.email, second];
  await undoToken(account.email);
  await addCustomer(identity.db, { email: account.email });
  await areaOf(identity.db, createIdentityData(identity)).erase(account.id, {
    closedAt: new Date(),
    emails: [],
  });
  const mails = await identity.db
    .selectFrom('outbox_mails')
    .select('recipient')
    .distinct()
    .where('recipient', 'in', former)
    .execute();
  expect(mails).toEqual([{ recipient: account.email }]);
});
