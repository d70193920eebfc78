import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { createPasswords } from '../credentials/passwords.ts';
import { receiveMail } from '../mailed-links/receive-mail.fixture.ts';
import { type Browser, headingOf, linkOn } from './browser.fixture.ts';
import { PASSWORD, startIdentity, startSignIn, type TestIdentity } from './identity.fixture.ts';
import { type Form, registerBy } from './register.fixture.ts';

let identity: TestIdentity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.stop());

const OWNERS = 'poplars by the lake';
const FORM = { name: 'Olga', password: OWNERS };
const CONFIRMED = 'Your email address is confirmed';

/** Registers in that browser; returns the mailed link and the browser's sign-in in progress. */
async function registerFor(email: string, browser: Browser) {
  const { attempt } = await registerBy(identity, browser, { email, name: 'Mallory' });
  const { link, id } = await receiveMail(identity.db, email, /Confirm/);
  await identity.db.deleteFrom('outbox_mails').where('id', '=', id).execute();
  return { attempt, link };
}

async function signInWith(email: string, password: string) {
  const attempt = await startSignIn(identity);
  const browser = identity.openBrowser();
  return browser.submit(await browser.open(attempt.url), { email, password });
}

const accountsOf = (email: string) => identity.confirmed.filter((account) => account.email === email);

describe('the link of a registration [IDN-07] [IDN-08]', () => {
  test('opened where nobody registered, lets the owner choose: a stranger’s password and name are dropped', async () => {
    const stranger = identity.openBrowser();
    const { attempt, link } = await registerFor('owner@example.com', stranger);
    const owner = identity.openBrowser();
    const page = await owner.open(link);
    expect(page.text).toContain('autocomplete="new-password"');
    const done = await owner.submit(page, FORM);
    expect(headingOf(done)).toBe(CONFIRMED);
    expect(linkOn(done, 'Sign in')).toBe(`${identity.publicUrl}/`);
    expect(accountsOf('owner@example.com')).toEqual([expect.objectContaining({ name: 'Olga' })]);

    expect((await signInWith('owner@example.com', PASSWORD)).text).toContain('Incorrect email address');
    expect((await signInWith('owner@example.com', OWNERS)).url).toContain('/signed-in?code=');
    const back = await stranger.submit(await stranger.open(attempt.url), {
      email: 'owner@example.com',
      password: PASSWORD,
    });
    expect(back.text).toContain('Incorrect email address');
  });

  test('creates no account by a button press alone, as mail programs do, nor with a weak password', async () => {
    const { link } = await registerFor('pressed@example.com', identity.openBrowser());
    const other = identity.openBrowser();
    const page = await other.open(link);
    const forms: Form[] = [{}, { ...FORM, password: 'password123' }, { ...FORM, name: ' ' }];
    for (const form of forms) {
      const answer = await other.submit(page, form);
      expect(answer.status).toBe(422);
      expect(answer.text).toContain('aria-invalid="true"');
    }
    const repeated = await other.submit(page, { name: 'Olga Lund', password: 'password123' });
    expect(repeated.text).toContain('value="Olga Lund"');
    expect((await other.open(repeated.url)).text).not.toContain('aria-invalid');
    expect(accountsOf('pressed@example.com')).toEqual([]);
  });

  test('stays the owner’s choice when its address names the opener’s own interaction', async () => {
    const { link } = await registerFor('moved@example.com', identity.openBrowser());
    const other = identity.openBrowser();
    const own = await other.open((await startSignIn(identity)).url);
    const moved = link.replace(/interaction\/[^/]+/, `interaction/${own.url.split('/').at(-1)}`);
    expect((await other.open(moved)).text).toContain('autocomplete="new-password"');
    const token = new URL(link).searchParams.get('confirmation-token') ?? '';
    const answer = await other.post(new URL(moved).pathname, { 'confirmation-token': token });
    expect(answer.status).toBe(422);
    expect(accountsOf('moved@example.com')).toEqual([]);
  });

  test('says that it was used wherever it is opened or sent again', async () => {
    const { link } = await registerFor('carla@example.com', identity.openBrowser());
    const other = identity.openBrowser();
    const page = await other.open(link);
    await other.submit(page, FORM);
    expect(headingOf(await other.open(link))).toBe(CONFIRMED);
    expect(headingOf(await other.submit(page, { ...FORM, password: 'quite another one' }))).toBe(CONFIRMED);
    expect(accountsOf('carla@example.com')).toHaveLength(1);
    expect((await signInWith('carla@example.com', OWNERS)).url).toContain('/signed-in?code=');
  });

  test('sent twenty times at once creates one account', async () => {
    const { link } = await registerFor('dora@example.com', identity.openBrowser());
    const page = await identity.openBrowser().open(link);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => identity.openBrowser().submit(page, FORM)),
    );
    expect(new Set(answers.map(headingOf))).toEqual(new Set([CONFIRMED]));
    expect(accountsOf('dora@example.com')).toHaveLength(1);
  });

  test('of a second registration no longer works once the first has created the account', async () => {
    const stranger = identity.openBrowser();
    const { link: strangers } = await registerFor('emma@example.com', stranger);
    const owner = identity.openBrowser();
    const { attempt, link: owners } = await registerFor('emma@example.com', owner);
    const waiting = await identity.openBrowser().open(strangers);
    const back = await owner.submit(await owner.open(owners));
    expect(await attempt.redeem(back)).toHaveProperty('access_token');
    expect(headingOf(await owner.open(strangers))).toBe('This link no longer works');
    const late = await identity.openBrowser().submit(waiting, FORM);
    expect(headingOf(late)).toBe('This link no longer works');
    expect((await signInWith('emma@example.com', OWNERS)).text).toContain('Incorrect email address');
  });
});

test('a registration queued by an earlier version still gets its mail and its account', async () => {
  const email = 'frida@example.com';
  const passwordHash = await (await createPasswords()).hash(PASSWORD);
  const visit = { appOrigin: identity.publicUrl, channel: 'pennyfern', locale: 'en-GB' };
  const registration = { email, name: 'Frida', passwordHash, interaction: 'gone', visit };
  await addJob(identity.db, 'identity-mail', { kind: 'registration', ...registration });
  const { link } = await receiveMail(identity.db, email, /Confirm/);
  expect(link).toContain('/identity/interaction/gone/confirm-email?');
  const browser = identity.openBrowser();
  const done = await browser.submit(await browser.open(link), { name: 'Frida', password: PASSWORD });
  expect(headingOf(done)).toBe(CONFIRMED);
  expect(accountsOf(email)).toMatchObject([{ email, name: 'Frida' }]);
});
