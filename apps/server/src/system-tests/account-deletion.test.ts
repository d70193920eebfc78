import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { receiveMail } from '../modules/account/mailed-links/receive-mail.fixture.ts';
import { headingOf, linkOn, openBrowser } from '../modules/account/sign-in/browser.fixture.ts';
import { startSignIn } from '../modules/account/sign-in/identity.fixture.ts';
import { phoneOf } from '../modules/library/phone-transfers/phone-transfers.fixture.ts';
import { DAY_MS } from '../platform/clock.ts';
import { createCall } from '../testing/call-api.ts';
import { asCustomerId, newCustomerId } from '../testing/customer-ids.ts';
import { freePort } from '../testing/free-port.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';
import { dbOf, deletionOf, eraseJobs, mailsTo, nodeOf } from './account-deletion.fixture.ts';

/** The deletion of an account on a whole node: with the embedded provider's accounts, and with those of a retailer's provider. */
const PASSWORD = 'tulips in the rain';
const clock = { aheadMs: 0 };
let own: Installation;
let external: Installation;
let publicUrl: string;
beforeAll(async () => {
  const port = await freePort();
  publicUrl = `http://127.0.0.1:${port}`;
  own = await startInstallation({
    identity: 'embedded',
    // Fewer connections than simultaneous presses: a call that held one and needed a second would deadlock with the others.
    env: { PORT: String(port), PUBLIC_URL: publicUrl, DATABASE_CONNECTIONS: '5' },
    clock: () => new Date(Date.now() + clock.aheadMs),
  });
  external = await startInstallation({ identity: 'external' });
});
afterAll(() => Promise.all([own.stop(), external.stop()]));

async function newOwn() {
  const email = `mia.${randomUUID().slice(0, 8)}@example.com`;
  const rest = { identityType: 'consumer', channel: 'pennyfern', locale: 'en-GB' } as const;
  const account = await nodeOf(own).identity?.createAccount({
    email,
    name: 'Mia',
    password: PASSWORD,
    ...rest,
  });
  return deletionOf(own, { id: asCustomerId(account?.id ?? ''), type: 'consumer', email });
}

async function newExternal() {
  const id = newCustomerId();
  const mia = deletionOf(external, { id, type: 'external', email: `${id}@example.com` });
  await mia.me();
  return mia;
}

async function close(mia: Awaited<ReturnType<typeof newOwn>>) {
  expect(await mia.ask()).toBe(200);
  const token = await mia.token();
  expect(await mia.confirm(token)).toBe(204);
  return token;
}

/** Signs in on the provider's page; returns where that leads. */
async function signInAs(email: string, password = PASSWORD) {
  const browser = openBrowser(publicUrl);
  const issuer = nodeOf(own).identity?.issuer ?? '';
  const attempt = await startSignIn({ issuer, publicUrl });
  const form = await browser.open(attempt.url);
  return { browser, form, attempt, page: await browser.submit(form, { email, password }) };
}

describe('with the embedded provider', () => {
  test('needs a recent sign-in, is pending, is mailed again after a minute at the earliest, and can be cancelled [IDN-09, SET-07]', async () => {
    const mia = await newOwn();
    const token = await own.tokenFor(mia.id, { auth_time: Math.floor(Date.now() / 1000) - 400 });
    const path = `/api/identity/v2/identities/consumer/${mia.id}/deleteaccount`;
    const late = await fetch(nodeOf(own).address + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ channel: 'pennyfern' }),
    });
    expect([late.status, late.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('insufficient_user_authentication'),
    ]);
    expect(await mia.read()).toMatchObject({ pending: null, blockedUntil: null });
    expect(await mia.me()).toBe(false);
    expect(await mia.ask()).toBe(200);
    expect(await mia.me()).toBe(true);
    const first = await mia.token();
    expect(await mia.resend()).toBe('too-many-requests');
    expect(await mia.cancel()).toBe(204);
    expect(await mia.cancel()).toBe(204);
    expect(await mia.resend()).toBe('not-found');
    expect([await mia.confirm(first), await mia.me()]).toEqual(['not-found', false]);
    for (let requested = 0; requested < 4; requested++) expect(await mia.ask()).toBe(200);
    expect(await mia.ask()).toBe('too-many-requests');
  });

  test('requesting it twice makes one deletion: one mail, whose link works [IDN-09]', async () => {
    const mia = await newOwn();
    expect(await Promise.all([mia.ask(), mia.ask()])).toEqual([200, 200]);
    const token = await mia.token();
    expect(await mia.ask()).toBe(200);
    const { rows } = await sql<{ count: number }>`select count(*)::int as count
      from graphile_worker._private_jobs where payload::text like ${`%${mia.id}%`}`.execute(dbOf(own));
    expect(rows).toEqual([{ count: 0 }]);
    expect(await mailsTo(own, mia.email, 'Confirm that you want')).toHaveLength(1);
    expect(await mia.confirm(token)).toBe(204);
  });

  test('20 simultaneous presses close it once, with one mail and one job; the same person gets the same answer [IDN-10]', async () => {
    const mia = await newOwn();
    await mia.ask();
    const token = await mia.token();
    const answers = await Promise.all(Array.from({ length: 20 }, () => mia.confirm(token)));
    expect(new Set(answers)).toEqual(new Set([204]));
    expect(await mia.confirm(token)).toBe(204);
    await receiveMail(dbOf(own), mia.email, /Your account is closed/);
    expect(await mailsTo(own, mia.email, 'Your account is closed')).toHaveLength(1);
    const [due, ...more] = await eraseJobs(own, mia.id);
    expect(more).toEqual([]);
    const days = ((due?.getTime() ?? 0) - Date.now()) / DAY_MS;
    expect(days).toBeGreaterThan(14);
    expect(days).toBeLessThanOrEqual(15.1);
    expect(await mia.me()).toBe('account-deleted');
    expect(await mia.ask()).toBe('account-deleted');
  });

  test('an expired and a made-up token get the same answer; another customer’s says just that [IDN-10]', async () => {
    const [mia, noah] = [await newOwn(), await newOwn()];
    await mia.ask();
    const token = await mia.token();
    expect(await noah.confirm(token)).toBe('another-account');
    expect(await mia.confirm(token, noah.id)).toBe('not-found');
    expect(await mia.ask(noah.id)).toBe('not-found');
    expect(await mia.confirm('x'.repeat(43))).toBe('not-found');
    await dbOf(own)
      .updateTable('account_closings')
      .set({ expires_at: new Date(0) })
      .where('user_id', '=', mia.id)
      .execute();
    expect(await mia.confirm(token)).toBe('not-found');
    expect(await mia.me()).toBe(false);
  });

  test('is refused, and not confirmed, while a change of the address can be undone [IDN-09]', async () => {
    const mia = await newOwn();
    await mia.ask();
    const token = await mia.token();
    const end = new Date(Date.now() + DAY_MS);
    const emails = { old_email: mia.email, new_email: `new.${mia.email}` };
    const times = { sent_at: new Date(), confirmed_at: new Date(), expires_at: end };
    await dbOf(own)
      .insertInto('email_changes')
      .values({ id: randomUUID(), account_id: mia.id, ...emails, ...times })
      .execute();
    expect(await mia.confirm(token)).toBe('email-change-undoable');
    expect(await mia.ask()).toBe('email-change-undoable');
    expect((await mia.read()).blockedUntil).toBe(end.toISOString());
    expect(await mia.me()).toBe(true);
  });

  test('a confirmation that fails midway closes nothing and can be pressed again', async () => {
    const mia = await newOwn();
    await mia.ask();
    const token = await mia.token();
    const refuse = `refuse_${mia.id.replaceAll('-', '')}`;
    await sql
      .raw(`create function ${refuse}() returns trigger language plpgsql as
      $$ begin raise exception 'broken off'; end $$;
      create trigger ${refuse} before update on customers for each row
      when (old.user_id = '${mia.id}') execute function ${refuse}()`)
      .execute(dbOf(own));
    expect(await mia.confirm(token)).toBe('unexpected');
    expect([await mia.me(), await eraseJobs(own, mia.id)]).toEqual([true, []]);
    await sql.raw(`drop trigger ${refuse} on customers`).execute(dbOf(own));
    expect(await mia.confirm(token)).toBe(204);
  });

  test('sessions end at once; on day 13 only the right password is offered to keep it, before any token [IDN-06]', async () => {
    const mia = await newOwn();
    const before = await signInAs(mia.email);
    const { access_token } = await before.attempt.redeem(before.page);
    const use = async () =>
      (
        await fetch(`${publicUrl}/api/customers/customers/me`, {
          headers: { authorization: `Bearer ${access_token}` },
        })
      ).status;
    expect(await use()).toBe(200);
    const token = await close(mia);
    await vi.waitFor(async () => expect(await use()).toBe(401));
    clock.aheadMs = 13 * DAY_MS;
    try {
      const wrong = await signInAs(mia.email, 'not the password');
      expect(wrong.page.text).toContain('Incorrect email address or password');
      expect(wrong.page.text).not.toMatch(/closed|deleted/i);
      expect((await wrong.browser.open(`${wrong.form.url}/closed-account`)).text).not.toContain(
        'Keep my account',
      );

      const left = await signInAs(mia.email);
      expect(headingOf(left.page)).toBe('Your account is closed');
      const gone = await left.browser.submit(left.page, { answer: 'leave' });
      expect(headingOf(gone)).toBe('Your account stays closed');
      const back = await left.browser.post(`${left.form.url}/closed-account`, { answer: 'keep' });
      expect(headingOf(back)).toBe('Sign in');
      expect(await mia.me()).toBe('account-deleted');

      const { browser, page, attempt } = await signInAs(mia.email);
      expect(page.text).toMatch(/until the end of \d+ \w+ \d{4}/);
      const stored = await browser.submit(page, { answer: 'keep' });
      expect(stored.url).toContain('/signed-in?code=');
      await attempt.redeem(stored);
    } finally {
      clock.aheadMs = 0;
    }
    await vi.waitFor(async () => expect(await mia.me()).toBe(false));
    expect(await eraseJobs(own, mia.id)).toEqual([]);
    await receiveMail(dbOf(own), mia.email, /Your account is open again/);
    // The old link does not close an account that was kept; a new one does.
    expect([await mia.confirm(token), await mia.me()]).toEqual(['not-found', false]);
    expect(await mia.ask()).toBe(200);
    const newer = await vi.waitFor(async () => {
      const found = await mia.token();
      expect(found).not.toBe(token);
      return found;
    });
    expect(await mia.confirm(newer)).toBe(204);
    expect(await eraseJobs(own, mia.id)).toHaveLength(1);
  });

  test('a new password does not open a closed account either: it offers to keep it [IDN-06]', async () => {
    const mia = await newOwn();
    await close(mia);
    const { browser, form } = await signInAs(mia.email, 'forgotten it');
    const requested = await browser.submit(await browser.open(linkOn(form, 'Forgotten')), {
      email: mia.email,
    });
    expect(headingOf(requested)).toBe('Check your inbox');
    const { link } = await receiveMail(dbOf(own), mia.email, /Set a new password/);
    const done = await browser.submit(await browser.open(link), { password: 'a quite new password' });
    expect(headingOf(done)).toBe('Your password has been changed');
    expect(await mia.me()).toBe('account-deleted');
    expect((await signInAs(mia.email)).page.text).toContain('Incorrect email address or password');
    const back = await signInAs(mia.email, 'a quite new password');
    expect(headingOf(back.page)).toBe('Your account is closed');
    const stored = await back.browser.submit(back.page, { answer: 'keep' });
    expect(stored.url).toContain('/signed-in?code=');
    expect(await mia.me()).toBe(false);
  });

  test('registering with the address of a closed account tells nobody and opens nothing [IDN-06]', async () => {
    const mia = await newOwn();
    await close(mia);
    const { browser, form } = await signInAs(mia.email, 'not the password');
    const page = await browser.open(linkOn(form, 'Create'));
    const entered = { email: mia.email, name: 'Mia', password: 'another quiet phrase' };
    const requested = await browser.submit(page, entered);
    expect(headingOf(requested)).toBe('Check your inbox');
    const mail = await receiveMail(dbOf(own), mia.email, /You still have an account/);
    expect(mail.text_body).toContain('To keep it, sign in');
    expect((await signInAs(mia.email, 'another quiet phrase')).page.text).toContain(
      'Incorrect email address or password',
    );
    expect(await mia.me()).toBe('account-deleted');
    const back = await signInAs(mia.email);
    expect(headingOf(back.page)).toBe('Your account is closed');
  });

  test('keeping and erasing exclude each other: one of them wins', async () => {
    for (let round = 0; round < 4; round++) {
      const mia = await newOwn();
      await close(mia);
      const db = dbOf(own);
      const past = new Date(Date.now() - 1_000);
      await db
        .updateTable('account_closings')
        .set({ erase_at: past })
        .where('user_id', '=', mia.id)
        .execute();
      const erase = nodeOf(own).tasks.find(({ name }) => name === 'erase-account');
      const [stored] = await Promise.all([
        mia.keep(),
        erase?.handle({ customerId: mia.id }, { attempt: 1, maxAttempts: 1 }),
      ]);
      const customer = await db
        .selectFrom('customers')
        .select('deleted_at')
        .where('user_id', '=', mia.id)
        .executeTakeFirst();
      if (stored === 204) expect(customer?.deleted_at).toBeNull();
      else expect([stored, customer?.deleted_at === null]).toEqual(['not-found', false]);
    }
  });
});

describe('with a retailer’s provider, whose tokens stay valid', () => {
  test('every other call is answered account-deleted, until the customer keeps the account [IDN-05, IDN-06]', async () => {
    const mia = await newExternal();
    const call = createCall({ address: nodeOf(external).address, tokenFor: external.tokenFor });
    const transfer = await call<{ token: string }>(mia.id, 'POST', '/uploads/phone-transfers', {});
    const phone = phoneOf(external, transfer.body.token);
    expect((await phone.open()).status).toBe(200);
    await close(mia);
    await vi.waitFor(async () => expect(await mia.me()).toBe('account-deleted'));
    for (const path of [
      '/photo-management/users/counts',
      '/overview/me',
      '/customers/customers/me/addresses',
    ])
      expect((await call<{ code: string }>(mia.id, 'GET', path)).body.code, path).toBe('account-deleted');
    expect((await phone.open()).status).toBe(401);
    const { body } = await mia.grace();
    expect(body.lastDay).toMatch(/^\d{4}-\d\d-\d\d$/);
    await receiveMail(dbOf(external), mia.email, /Your account is closed/);
    const [text = ''] = await mailsTo(external, mia.email, 'Your account is closed');
    expect(text).toContain(String(Number(body.lastDay.slice(8))));
    const noah = await newExternal();
    expect(await mia.keep(noah.id)).toBe('not-found');
    expect([await mia.keep(), await mia.keep()]).toEqual([204, 204]);
    await vi.waitFor(async () => expect(await mia.me()).toBe(false));
    expect((await mia.grace()).status).toBe(404);
  });
});
