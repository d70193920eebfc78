import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { receiveMail } from '../mailed-links/receive-mail.fixture.ts';
import { codeOf, enrol, openAccount, takeFirstStep } from '../security/second-factor.fixture.ts';
import { headingOf, linkOn, type Page } from './browser.fixture.ts';
import { PASSWORD, signIn, startIdentity, startSignIn, type TestIdentity } from './identity.fixture.ts';

let identity: TestIdentity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.stop());
afterEach(() => {
  identity.clock.now = null;
});

const now = () => identity.clock.now;
const isSignedIn = (page: Page) => page.url.includes('/signed-in?code=');

async function newAccount() {
  const account = await identity.addAccount(`mia.${randomUUID().slice(0, 8)}@example.com`);
  return { account, email: account.email, ...(await enrol(identity, account)) };
}

test('after the password a code is asked for, and the tokens say so [IDN-01]', async () => {
  const { email, secret } = await newAccount();
  const browser = identity.openBrowser();
  const { attempt, page } = await takeFirstStep(identity, browser, email);
  expect(headingOf(page)).toBe('Enter your code');
  expect(page.text).toContain('autocomplete="one-time-code"');
  expect(page.text).toContain('inputmode="numeric"');
  expect((await browser.open((await startSignIn(identity, { prompt: 'none' })).url)).url).toContain(
    'login_required',
  );
  const tokens = await attempt.redeem(await browser.submit(page, { code: codeOf(secret, now()) }));
  expect(tokens.claims()?.amr).toEqual(['pwd', 'otp', 'mfa']);
  expect(decodeJwt(tokens.access_token)).toMatchObject({ amr: ['pwd', 'otp', 'mfa'] });
  expect(await identity.verifier.verify(tokens.access_token)).toMatchObject({ isMultiFactor: true });
  const plain = await identity.addAccount(`plain.${randomUUID().slice(0, 8)}@example.com`);
  const other = await signIn(identity, identity.openBrowser(), plain.email);
  expect(await identity.verifier.verify(other.tokens.access_token)).toMatchObject({ isMultiFactor: false });
});

test('a wrong code is reported at the field, once; used and earlier ones are wrong', async () => {
  const { email, secret } = await newAccount();
  const browser = identity.openBrowser();
  const { page } = await takeFirstStep(identity, browser, email);
  // Of one moment, however long this takes: the next code would be right again.
  const at = now();
  const present = codeOf(secret, at);
  const empty = await browser.submit(page, { code: ' ' });
  expect([empty.status, empty.text.includes('Enter the 6 digits.')]).toEqual([422, true]);
  const wrong = await browser.submit(page, { code: codeOf(secret, at, 9) });
  expect([wrong.status, wrong.text.includes('This code is incorrect')]).toEqual([422, true]);
  const reloaded = await browser.open(wrong.url);
  expect([reloaded.status, reloaded.text.includes('This code is incorrect')]).toEqual([200, false]);
  expect(isSignedIn(await browser.submit(page, { code: `${present.slice(0, 3)} ${present.slice(3)}` }))).toBe(
    true,
  );
  for (const steps of [0, -1]) {
    const repeated = identity.openBrowser();
    const next = await takeFirstStep(identity, repeated, email);
    expect((await repeated.submit(next.page, { code: codeOf(secret, at, steps) })).status).toBe(422);
  }
});

test('of twenty simultaneous uses of a code one signs in', async () => {
  const { email, secret } = await newAccount();
  const tabs = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const browser = identity.openBrowser();
      return { browser, ...(await takeFirstStep(identity, browser, email)) };
    }),
  );
  const code = codeOf(secret, now());
  const answers = await Promise.all(
    tabs.flatMap(({ browser, page }) => Array.from({ length: 5 }, () => browser.submit(page, { code }))),
  );
  expect(answers.filter(isSignedIn)).toHaveLength(1);
});

test('a blocked guesser does not keep the owner from the recovery codes, each of which works once', async () => {
  const { email, recoveryCodes, web } = await newAccount();
  const [code = ''] = recoveryCodes;
  const browser = identity.openBrowser();
  const { page } = await takeFirstStep(identity, browser, email);
  for (let at = 0; at < 6; at++) await browser.submit(page, { code: '000000' });
  const recovery = await browser.open(linkOn(page, 'Use a recovery code'));
  expect(headingOf(recovery)).toBe('Enter a recovery code');
  expect(linkOn(recovery, 'Contact customer care')).toContain('/help/contact');
  expect((await browser.submit(recovery, { code: 'abcd-abcd-abcd-abcd' })).text).toContain(
    'This recovery code is incorrect',
  );
  expect(isSignedIn(await browser.submit(recovery, { code: code.toUpperCase().replaceAll('-', ' ') }))).toBe(
    true,
  );
  expect(await web.read()).toMatchObject({ recoveryCodesLeft: 9 });
  await receiveMail(identity.db, email, /recovery code has been used/);
  const repeated = identity.openBrowser();
  const next = await takeFirstStep(identity, repeated, email);
  const used = await repeated.submit(await repeated.open(linkOn(next.page, 'Use a recovery code')), { code });
  expect(used.status).toBe(422);
});

test('reload, back and a second tab continue; without the first step, or long after it, the sign-in starts over', async () => {
  const { email, secret } = await newAccount();
  const browser = identity.openBrowser();
  const { attempt, page } = await takeFirstStep(identity, browser, email);
  expect(headingOf(await browser.open(page.url))).toBe('Enter your code');
  const back = await browser.open(`${page.url.replace(/\/code$/, '')}?sign-in`);
  expect(headingOf(back)).toBe('Sign in');
  expect(headingOf(await browser.open(page.url))).toBe('Enter your code');
  await browser.submit(back, { email, password: 'a wrong password' });
  expect(headingOf(await browser.submit(page, { code: codeOf(secret, now()) }))).toBe('Sign in');
  await browser.submit(back, { email, password: PASSWORD });
  identity.clock.now = new Date(Date.now() + 11 * 60_000);
  const late = await browser.submit(page, { code: codeOf(secret, now()) });
  expect(headingOf(late)).toBe('Sign in');
  const done = await browser.submit(await browser.submit(late, { email, password: PASSWORD }), {
    code: codeOf(secret, now()),
  });
  expect(isSignedIn(done)).toBe(true);
  expect((await browser.open(page.url)).url).toBe(`${identity.publicUrl}/`);
  const stranger = identity.openBrowser();
  expect((await stranger.post(page.url, { code: '123456' })).status).toBe(410);
  const fresh = await stranger.open((await startSignIn(identity)).url);
  expect(headingOf(await stranger.post(`${fresh.url}/code`, { code: codeOf(secret, now(), 1) }))).toBe(
    'Sign in',
  );
  expect(attempt.url).toContain('/oidc/auth');
});

test('a step-up asks for the code, too, and takes a recovery code', async () => {
  const { email, secret, recoveryCodes } = await newAccount();
  const browser = identity.openBrowser();
  const first = await takeFirstStep(identity, browser, email);
  await browser.submit(first.page, { code: codeOf(secret, now()) });
  const { attempt, page } = await takeFirstStep(identity, browser, email, {
    max_age: '0',
    login_hint: email,
  });
  expect(headingOf(page)).toBe('Enter your code');
  const recovery = await browser.open(linkOn(page, 'Use a recovery code'));
  const tokens = await attempt.redeem(await browser.submit(recovery, { code: recoveryCodes[1] ?? '' }));
  expect(tokens.claims()?.amr).toEqual(['pwd', 'otp', 'mfa']);
});

test('a new password by mail does not bypass it, and ends a pending first step', async () => {
  const { account, email, secret } = await newAccount();
  const early = identity.openBrowser();
  const { page: waiting } = await takeFirstStep(identity, early, email);
  const browser = identity.openBrowser();
  const signInPage = await browser.open((await startSignIn(identity)).url);
  const forgotten = await browser.open(linkOn(signInPage, 'Forgotten your password?'));
  expect(forgotten.text).toContain('No longer have access to your inbox?');
  await browser.submit(forgotten, { email });
  const { link } = await receiveMail(identity.db, email, /Set a new password/);
  const password = 'four green willows';
  const reset = await browser.submit(await browser.open(link ?? ''), { password });
  expect(headingOf(reset)).toBe('Your password has been changed');
  expect(headingOf(await early.submit(waiting, { code: codeOf(secret, now()) }))).toBe('Sign in');
  const repeated = await browser.open((await startSignIn(identity)).url);
  const second = await browser.submit(repeated, { email, password });
  expect(headingOf(second)).toBe('Enter your code');
  expect(isSignedIn(await browser.submit(second, { code: codeOf(secret, now(), 1) }))).toBe(true);
  expect(await openAccount(identity, account).read()).toMatchObject({ since: expect.any(String) });
});

test('turned off while another device is at the second step, that sign-in starts over, without one', async () => {
  const { email, secret, web } = await newAccount();
  const browser = identity.openBrowser();
  const { page } = await takeFirstStep(identity, browser, email);
  await web.remove();
  const anew = await browser.submit(page, { code: codeOf(secret, now()) });
  expect(headingOf(anew)).toBe('Sign in');
  expect(isSignedIn(await browser.submit(anew, { email, password: PASSWORD }))).toBe(true);
});

test('if the key was lost, recovery codes still work', async () => {
  const { account, email, recoveryCodes } = await newAccount();
  await identity.db
    .updateTable('second_factors')
    .set({ secret: `v1.00000000.${'A'.repeat(60)}` })
    .where('account_id', '=', account.id)
    .execute();
  const browser = identity.openBrowser();
  const { page } = await takeFirstStep(identity, browser, email);
  expect((await browser.submit(page, { code: '123456' })).status).toBe(422);
  const recovery = await browser.open(linkOn(page, 'Use a recovery code'));
  expect(isSignedIn(await browser.submit(recovery, { code: recoveryCodes[0] ?? '' }))).toBe(true);
});
