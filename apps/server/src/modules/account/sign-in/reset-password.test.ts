import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transactElsewhere } from '../../../platform/testing/transact-elsewhere.ts';
import { receiveMail } from '../mailed-links/receive-mail.fixture.ts';
import { type Browser, headingOf, linkOn, type Page } from './browser.fixture.ts';
import { PASSWORD, signIn, startIdentity, startSignIn, type TestIdentity } from './identity.fixture.ts';
import { registerBy } from './register.fixture.ts';

let identity: TestIdentity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.stop());

async function askForLink(browser: Browser, email: string) {
  const attempt = await startSignIn(identity);
  const page = await browser.open(linkOn(await browser.open(attempt.url), 'Forgotten'));
  return { attempt, answer: await browser.submit(page, { email }) };
}

test('resetting a forgotten password ends all sessions and continues with the original request', async () => {
  await identity.addAccount('anna@example.com');
  const before = await signIn(identity, identity.openBrowser(), 'anna@example.com');
  const sessionId = String(before.tokens.claims()?.sid);
  expect(await identity.isRevoked(sessionId)).toBe(false);

  const browser = identity.openBrowser();
  const { attempt, answer } = await askForLink(browser, 'anna@example.com');
  expect(headingOf(answer)).toBe('Check your inbox');
  const { link } = await receiveMail(identity.db, 'anna@example.com', /Set a new password/);
  const page = await browser.open(link);
  const weak = await browser.submit(page, { password: 'password123' });
  expect(weak.status).toBe(422);
  const done = await browser.submit(weak, { password: 'a quite new password' });
  expect(headingOf(done)).toBe('Your password has been changed');
  expect(headingOf(await browser.open(done.url))).toBe('Your password has been changed');
  expect(headingOf(await browser.open(link))).toBe('This link no longer works');

  expect(await identity.isRevoked(sessionId)).toBe(true);
  const signInPage = await browser.open(linkOn(done, 'Sign in'));
  const back = await browser.submit(signInPage, {
    email: 'anna@example.com',
    password: 'a quite new password',
  });
  expect(await attempt.redeem(back)).toHaveProperty('access_token');
  await receiveMail(identity.db, 'anna@example.com', /has been changed/);
});

const OLD = { email: 'fanny@example.com', password: PASSWORD };

async function resetPassword(email: string, password: string) {
  await askForLink(identity.openBrowser(), email);
  const { link } = await receiveMail(identity.db, email, /Set a new password/);
  const browser = identity.openBrowser();
  return browser.submit(await browser.open(link), { password });
}

const storedRows = () => identity.db.selectFrom('oidc_payloads').selectAll().execute();

test('a sign-in completed with the old password, its redirect unopened, opens nothing afterwards', async () => {
  await identity.addAccount(OLD.email);
  const intruder = identity.openBrowser();
  const page = await intruder.open((await startSignIn(identity)).url);
  intruder.stopAtRedirects();
  const unopened = await intruder.submit(page, OLD);
  expect(unopened.url).toContain('/oidc/auth/');
  await resetPassword(OLD.email, 'a quite new password');
  const opened = await intruder.open(unopened.url);
  expect(headingOf(opened)).toBe('This page has expired');
});

test('nor does one that is saved at the very moment the password changes, nor its session', async () => {
  const email = 'greta@example.com';
  await identity.addAccount(email);
  const session = await signIn(identity, identity.openBrowser(), email);
  const intruder = identity.openBrowser();
  const page = await intruder.open((await startSignIn(identity)).url);
  intruder.stopAtRedirects();
  const unopened = await intruder.submit(page, { email, password: PASSWORD });
  const before = await storedRows();
  await resetPassword(email, 'a quite new password');
  await identity.db.deleteFrom('oidc_payloads').execute();
  const late = before.map((row) => ({ ...row, payload: JSON.stringify(row.payload) }));
  await identity.db.insertInto('oidc_payloads').values(late).execute();
  expect(headingOf(await intruder.open(unopened.url))).toBe('This page has expired');
  expect(await identity.isRevoked(String(session.tokens.claims()?.sid))).toBe(true);

  const browser = identity.openBrowser();
  const attempt = await startSignIn(identity);
  const back = await browser.submit(await browser.open(attempt.url), {
    email,
    password: 'a quite new password',
  });
  expect(await attempt.redeem(back)).toHaveProperty('access_token');
});

/** Blocks matching writes to a table while `during` runs, which can ask how many are blocked. */
async function delay(
  writes: { on: string; when: string },
  during: (waiting: () => Promise<number>) => Promise<void>,
) {
  const { db } = identity;
  await sql`create function delay() returns trigger language plpgsql
    as 'begin perform pg_advisory_xact_lock(12); return new; end'`.execute(db);
  await sql`create trigger delay before update on ${sql.table(writes.on)} for each row
    when (${sql.raw(writes.when)}) execute function delay()`.execute(db);
  const waiting = async () => {
    const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(db);
    return rows.length;
  };
  await transactElsewhere(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(12)`.execute(trx);
    await during(waiting);
  });
  await sql`drop function delay cascade`.execute(db);
}

const ITS_UPDATE = { on: 'accounts', when: 'new.password_hash <> old.password_hash' };

test('nor does one whose password changes between its check and its completion', async () => {
  const email = 'hanna@example.com';
  await identity.addAccount(email);
  const intruder = identity.openBrowser();
  const page = await intruder.open((await startSignIn(identity)).url);
  intruder.stopAtRedirects();
  let late = Promise.resolve(page);
  const afterItsCheck = { on: 'identity_attempts', when: 'new.attempts < old.attempts' };
  await delay(afterItsCheck, async (waiting) => {
    late = intruder.submit(page, { email, password: PASSWORD });
    await expect.poll(waiting).toBe(1);
    await resetPassword(email, 'a quite new password');
    const hasPassed = sql<{ has: boolean }>`select password_changed_at < now() as has from accounts
      where email = ${email}`;
    await expect
      .poll(async () => (await hasPassed.execute(identity.db)).rows[0]?.has, { timeout: 5_000 })
      .toBe(true);
  });
  expect(headingOf(await intruder.open((await late).url))).toBe('This page has expired');
});

test('nor does one that begins while the password is being set, however long that takes', async () => {
  const email = 'ines@example.com';
  await identity.addAccount(email);
  const intruder = identity.openBrowser();
  const page = await intruder.open((await startSignIn(identity)).url);
  intruder.stopAtRedirects();
  let [late, reset] = [Promise.resolve(page), Promise.resolve(page)];
  await delay(ITS_UPDATE, async (waiting) => {
    reset = resetPassword(email, 'a quite new password');
    await expect.poll(waiting).toBe(1);
    const until = Date.now() + 2_100;
    await expect.poll(() => Date.now() > until, { timeout: 5_000 }).toBe(true);
    late = intruder.submit(page, { email, password: PASSWORD });
    await Promise.race([late, expect.poll(waiting).toBe(2)]);
  });
  expect(headingOf(await reset)).toBe('Your password has been changed');
  expect((await intruder.open((await late).url)).text).toContain('Incorrect email address');
});

test('of two links pressed simultaneously one sets the password, and the other is void', async () => {
  const email = 'jana@example.com';
  await identity.addAccount(email);
  const links: { browser: Browser; page: Page }[] = [];
  for (const browser of [identity.openBrowser(), identity.openBrowser()]) {
    await askForLink(browser, email);
    const { id, link } = await receiveMail(identity.db, email, /Set a new password/);
    await identity.db.deleteFrom('outbox_mails').where('id', '=', id).execute();
    links.push({ browser, page: await browser.open(link) });
  }
  let pressed: Promise<Page[]> = Promise.resolve([]);
  await delay(ITS_UPDATE, async (waiting) => {
    const password = 'a quite new password';
    pressed = Promise.all(links.map(({ browser, page }) => browser.submit(page, { password })));
    await expect.poll(waiting).toBe(2);
  });
  const answers = await pressed;
  expect(answers.map(headingOf).toSorted()).toEqual([
    'This link no longer works',
    'Your password has been changed',
  ]);
});

test('the link works once, and voids the ones sent before', async () => {
  await identity.addAccount('berta@example.com');
  await askForLink(identity.openBrowser(), 'berta@example.com');
  const first = await receiveMail(identity.db, 'berta@example.com', /Set a new password/);
  await identity.db.deleteFrom('outbox_mails').where('id', '=', first.id).execute();
  await askForLink(identity.openBrowser(), 'berta@example.com');
  const second = await receiveMail(identity.db, 'berta@example.com', /Set a new password/);
  const browser = identity.openBrowser();
  const [pageOne, pageTwo] = [await browser.open(first.link), await browser.open(second.link)];
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, index) =>
      browser.submit(pageTwo, { password: `my new password ${index}` }),
    ),
  );
  expect(
    answers.map(headingOf).filter((heading) => heading === 'Your password has been changed'),
  ).toHaveLength(1);
  expect(headingOf(await browser.submit(pageOne, { password: 'another new one' }))).toBe(
    'This link no longer works',
  );
  expect(headingOf(await browser.open(second.link))).toBe('This link no longer works');
});

test('the answer is the same for an address without an account, which gets no mail', async () => {
  await identity.addAccount('carla@example.com');
  const existing = await askForLink(identity.openBrowser(), 'carla@example.com');
  const unknown = await askForLink(identity.openBrowser(), 'nobod@example.com');
  const bare = (text: string) => text.replaceAll(/(carla|nobod)@|interaction\/[\w-]+/g, '');
  expect(bare(existing.answer.text)).toBe(bare(unknown.answer.text));
  await receiveMail(identity.db, 'carla@example.com', /Set a new password/);
  const mails = await identity.db
    .selectFrom('outbox_mails')
    .where('recipient', '=', 'nobod@example.com')
    .select('id')
    .execute();
  expect(mails).toEqual([]);
});

test('a request for an address without an account leaves it free to register', async () => {
  const browser = identity.openBrowser();
  for (let round = 0; round < 8; round++) await askForLink(browser, 'erna@example.com');
  const { answer } = await registerBy(identity, browser, { email: 'erna@example.com' });
  expect(headingOf(answer)).toBe('Check your inbox');
  const { link } = await receiveMail(identity.db, 'erna@example.com', /Confirm/);
  expect(headingOf(await browser.open(link))).toBe('Confirm your email address');
});

test('nobody gets more than five mails an hour', async () => {
  await identity.addAccount('dora@example.com');
  const browser = identity.openBrowser();
  for (let round = 0; round < 8; round++) await askForLink(browser, 'dora@example.com');
  const pending = async () => (await sql`select from graphile_worker.jobs`.execute(identity.db)).rows;
  await expect.poll(pending).toEqual([]);
  const tokens = await identity.db
    .selectFrom('identity_tokens')
    .where('email', '=', 'dora@example.com')
    .select('email')
    .execute();
  expect(tokens).toHaveLength(5);
});

test('a made-up link says where its button leads instead of failing', async () => {
  const page = await identity
    .openBrowser()
    .open('/identity/interaction/none/reset-password?confirmation-token=nonsense');
  expect(page.status).toBe(410);
  expect(linkOn(page, 'Go to your account')).toBe(`${identity.publicUrl}/`);
});
