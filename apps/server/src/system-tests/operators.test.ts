import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { receiveMail } from '../modules/account/mailed-links/receive-mail.fixture.ts';
import {
  describeOperators,
  endOperatorSessions,
  inviteOperator,
  removeOperator,
  resetOperatorFactor,
} from '../modules/account/operators/index.ts';
import { headingOf, openBrowser, type Page } from '../modules/account/sign-in/browser.fixture.ts';
import { PASSWORD, signIn as signInAsCustomer } from '../modules/account/sign-in/identity.fixture.ts';
import { newCustomerId } from '../testing/customer-ids.ts';
import { freePort } from '../testing/free-port.ts';
import { startInstallation } from '../testing/start-installation.ts';
import {
  newAddress,
  OPERATOR_PASSWORD,
  secretOn,
  startOperators,
  takeFirstStep,
  tokenOf,
} from './operators.fixture.ts';

let shop: Awaited<ReturnType<typeof startOperators>>;
beforeAll(async () => {
  shop = await startOperators();
});
afterAll(() => shop.installation.stop());

describe('an invitation', () => {
  test('sets a password once, refuses one that is easy to guess, and opens nothing by itself', async () => {
    const email = newAddress();
    expect(await inviteOperator(shop.parts(), { email, name: 'Ola Berg', locale: 'de-AT' })).toBe(true);
    const { link, text_body } = await receiveMail(shop.db(), email, /Zugang für Mitarbeitende/);
    expect(text_body).toContain('72 Stunden');
    const browser = openBrowser(shop.publicUrl);
    const page = await browser.open(link);
    expect(headingOf(page)).toBe('Passwort festlegen');
    expect((await browser.submit(page, { password: 'password12' })).status).toBe(422);
    expect(headingOf(await browser.submit(page, { password: OPERATOR_PASSWORD }))).toBe(
      'Your password is set',
    );
    expect((await browser.open(link)).status).toBe(410);
    expect((await browser.submit(page, { password: `${OPERATOR_PASSWORD}!` })).status).toBe(410);
    expect((await browser.open('/operator')).url).toContain('/operator/sign-in');
    expect(shop.events()).toContain('operator-password-set');
  });

  test('works for 72 hours', async () => {
    const email = newAddress();
    await inviteOperator(shop.parts(), { email, name: 'Ola', locale: 'en-GB' });
    const { link } = await receiveMail(shop.db(), email, /access/);
    shop.clock.ahead += 73 * 3_600_000;
    expect((await openBrowser(shop.publicUrl).open(link)).status).toBe(410);
  });

  test('to an existing operator sets a new password, ends the sessions and keeps the second factor', async () => {
    const { email, browser, secret } = await shop.enrol();
    expect(
      await inviteOperator(shop.parts(), { email: email.toUpperCase(), name: 'Ola', locale: 'en-GB' }),
    ).toBe(false);
    const mails = () =>
      shop.db().selectFrom('outbox_mails').selectAll().where('recipient', '=', email).execute();
    await expect.poll(async () => (await mails()).length, { timeout: 10_000 }).toBe(2);
    const bodies = (await mails()).map(({ text_body }) => /https?:\/\/\S+/.exec(text_body)?.[0] ?? '');
    const pages = await Promise.all(bodies.map((link) => openBrowser(shop.publicUrl).open(link)));
    const open = pages.find(({ status }) => status === 200) as Page;
    await openBrowser(shop.publicUrl).submit(open, { password: 'eleven quiet harbours' });
    expect((await browser.open('/operator')).url).toContain('/operator/sign-in');
    expect((await takeFirstStep(browser, email)).status).toBe(422);
    const next = await takeFirstStep(browser, email, 'eleven quiet harbours');
    expect(headingOf(next)).toBe('Enter your code');
    shop.clock.ahead += 30_000;
    expect(headingOf(await browser.submit(next, { code: shop.codeOf(secret) }))).toBe('Public gallery');
  });

  test('needs one address and a name', async () => {
    const of = { name: 'Ola', locale: 'en-GB' as const };
    await expect(inviteOperator(shop.parts(), { ...of, email: 'a@b.example,c@d.example' })).rejects.toThrow(
      RangeError,
    );
    await expect(inviteOperator(shop.parts(), { ...of, email: newAddress(), name: ' ' })).rejects.toThrow(
      RangeError,
    );
  });
});

describe('the second factor of an operator', () => {
  test('must be set up before anything opens', async () => {
    const email = await shop.invite();
    const browser = openBrowser(shop.publicUrl);
    const page = await takeFirstStep(browser, email);
    expect(headingOf(page)).toBe('Set up two-step sign-in');
    for (const address of ['/operator', '/operator/code'])
      expect((await browser.open(address)).url).toContain('/operator/second-factor');
    expect(secretOn(await browser.open('/operator/second-factor'))).toBe(secretOn(page));
    expect(await browser.submit(page, { code: '000000' })).toMatchObject({ status: 422 });
    const before = tokenOf(browser);
    expect(headingOf(await browser.submit(page, { code: shop.codeOf(secretOn(page)) }))).toBe(
      'Public gallery',
    );
    expect(tokenOf(browser)).not.toBe(before);
    expect(shop.events()).toEqual(expect.arrayContaining(['operator-factor-added', 'operator-signed-in']));
  });

  test('accepts a code once, and few wrong ones', async () => {
    const { email, secret } = await shop.enrol();
    const browser = openBrowser(shop.publicUrl);
    shop.clock.ahead += 30_000;
    const code = shop.codeOf(secret);
    const [one, two] = [browser, openBrowser(shop.publicUrl)];
    const pages = [await takeFirstStep(one, email), await takeFirstStep(two, email)];
    expect(headingOf(await one.submit(pages[0] as Page, { code }))).toBe('Public gallery');
    const second = pages[1] as Page;
    expect(await two.submit(second, { code })).toMatchObject({ status: 422 });
    const statuses: number[] = [];
    for (let tries = 0; tries < 12; tries++)
      statuses.push((await two.submit(second, { code: '000000' })).status);
    expect(statuses.slice(0, 4)).toEqual([422, 422, 422, 422]);
    expect(new Set(statuses.slice(5))).toEqual(new Set([429]));
  });

  test('counts a code that is given again as a wrong one, so that it buys no further guesses', async () => {
    const { email, secret } = await shop.enrol();
    shop.clock.ahead += 30_000;
    const code = shop.codeOf(secret);
    const first = openBrowser(shop.publicUrl);
    await first.submit(await takeFirstStep(first, email), { code });
    const browser = openBrowser(shop.publicUrl);
    const page = await takeFirstStep(browser, email);
    await browser.submit(page, { code });
    const statuses: number[] = [];
    for (let tries = 0; tries < 9; tries++) {
      const guess = tries % 4 === 3 ? code : '000000';
      statuses.push((await browser.submit(page, { code: guess })).status);
    }
    expect(statuses.indexOf(429)).toBeLessThan(6);
    expect(new Set(statuses.slice(6))).toEqual(new Set([429]));
  });

  test('belongs to whichever of two browsers with the password sets it up first', async () => {
    const email = await shop.invite();
    const [one, two] = [openBrowser(shop.publicUrl), openBrowser(shop.publicUrl)];
    const [first, second] = [await takeFirstStep(one, email), await takeFirstStep(two, email)];
    expect(secretOn(first)).not.toBe(secretOn(second));
    await one.submit(first, { code: shop.codeOf(secretOn(first)) });
    expect(headingOf(await two.submit(second, { code: shop.codeOf(secretOn(second)) }))).toBe(
      'Enter your code',
    );
  });

  test('is set up again after the command, which signs out', async () => {
    const { email, browser } = await shop.enrol();
    expect(await resetOperatorFactor(shop.parts(), email)).toBe(true);
    expect((await browser.open('/operator')).url).toContain('/operator/sign-in');
    expect(headingOf(await takeFirstStep(browser, email))).toBe('Set up two-step sign-in');
    expect(await resetOperatorFactor(shop.parts(), 'nobody@shop.example')).toBe(false);
  });

  test('accepts the first step for ten minutes', async () => {
    const { email, secret } = await shop.enrol();
    const browser = openBrowser(shop.publicUrl);
    const page = await takeFirstStep(browser, email);
    shop.clock.ahead += 11 * 60_000;
    expect((await browser.submit(page, { code: shop.codeOf(secret) })).url).toContain('/operator/sign-in');
  });
});

describe('the sessions of an operator', () => {
  test('end when unused for half an hour, and after eight hours', async () => {
    const operator = await shop.enrol();
    shop.clock.ahead += 31 * 60_000;
    expect((await operator.browser.open('/operator')).url).toContain('/operator/sign-in');
    const browser = await shop.signInAgain(operator);
    for (let halves = 0; halves < 19; halves++) {
      shop.clock.ahead += 25 * 60_000;
      expect(headingOf(await browser.open('/operator'))).toBe('Public gallery');
    }
    shop.clock.ahead += 25 * 60_000;
    expect((await browser.open('/operator')).url).toContain('/operator/sign-in');
  });

  test('are listed and ended, on the page and by command', async () => {
    const operator = await shop.enrol();
    const other = await shop.signInAgain(operator);
    const own = () =>
      describeOperators(shop.parts()).then((all) => all.find(({ email }) => email === operator.email));
    expect(await own()).toMatchObject({ state: 'can sign in', sessions: [{}, {}] });
    const page = await operator.browser.open('/operator');
    expect(page.text).toContain('Signed in as Ola Berg');
    expect(page.text.match(/sessions\/[0-9a-f-]+\/end"/g)).toHaveLength(2);
    // The current session's button says 'Sign out', too.
    expect(page.text.match(/>End session</g)).toHaveLength(1);
    expect(page.text.match(/>Sign out</g)).toHaveLength(2);
    await operator.browser.post('/operator/sessions/end-others', {});
    expect((await other.open('/operator')).url).toContain('/operator/sign-in');
    const third = await shop.signInAgain(operator);
    const [{ id = '' } = {}] = (await own())?.sessions ?? [];
    expect(await endOperatorSessions(shop.parts(), operator.email, id)).toBe(1);
    expect((await third.open('/operator')).url).toContain('/operator/sign-in');
    expect(await endOperatorSessions(shop.parts(), operator.email)).toBe(1);
    expect((await operator.browser.open('/operator')).url).toContain('/operator/sign-in');
    expect(await endOperatorSessions(shop.parts(), 'nobody@shop.example')).toBeNull();
  });

  test('of one cannot be ended by another, nor by another site', async () => {
    const [ola, kim] = [await shop.enrol(), await shop.enrol()];
    const address = /\/operator\/sessions\/[0-9a-f-]+\/end/.exec(ola.console.text)?.[0] ?? '';
    await kim.browser.post(address, {});
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await ola.browser.post(address, {}, foreign)).status).toBe(403);
    expect(headingOf(await ola.browser.open('/operator'))).toBe('Public gallery');
    expect((await ola.browser.post(address, {})).url).toContain('/operator/sign-in');
    expect((await ola.browser.open('/operator')).url).toContain('/operator/sign-in');
  });

  test('end with the identity', async () => {
    const { email, browser } = await shop.enrol();
    expect(await removeOperator(shop.parts(), email)).toBe(true);
    expect((await browser.open('/operator')).url).toContain('/operator/sign-in');
    expect((await takeFirstStep(browser, email)).status).toBe(422);
    expect(await removeOperator(shop.parts(), email)).toBe(false);
  });
});

describe('operators and customers', () => {
  test('never grant access to each other, whatever their address', async () => {
    const { email, browser } = await shop.enrol();
    const account = {
      email,
      name: 'Ola at home',
      password: PASSWORD,
      channel: 'pennyfern',
      locale: 'en-GB' as const,
    };
    expect(await shop.db().selectFrom('accounts').select('id').where('email', '=', email).execute()).toEqual(
      [],
    );
    expect(
      await shop.db().selectFrom('customers').select('user_id').where('email', '=', email).execute(),
    ).toEqual([]);
    await shop.node().identity?.createAccount({ ...account, identityType: 'consumer' });
    const customer = openBrowser(shop.publicUrl);
    const provider = { publicUrl: shop.publicUrl, issuer: `${shop.publicUrl}/oidc` };
    const { tokens } = await signInAsCustomer(provider, customer, email);
    const ask = (token: string) =>
      fetch(`${shop.publicUrl}/api/customers/customers/me`, {
        headers: { authorization: `Bearer ${token}` },
      });
    expect((await ask(tokens.access_token)).status).toBe(200);
    // An operator's token is not accepted by customers' calls, in any header.
    expect((await ask(tokenOf(browser))).status).toBe(401);
    const byCookie = await browser.open('/api/customers/customers/me');
    expect(byCookie.status).toBe(401);
    // A customer's session and tokens do not open operators' pages.
    expect((await customer.open('/operator')).url).toContain('/operator/sign-in');
    for (const token of [tokens.access_token, tokens.refresh_token ?? '', tokens.id_token ?? '']) {
      const cookie = `keepsake_operator=${token}`;
      const answer = await fetch(`${shop.publicUrl}/operator`, { headers: { cookie }, redirect: 'manual' });
      expect(answer.headers.get('location')).toBe('/operator/sign-in');
      const bearer = { authorization: `Bearer ${token}` };
      const requested = await fetch(`${shop.publicUrl}/operator`, { headers: bearer, redirect: 'manual' });
      expect(requested.headers.get('location')).toBe('/operator/sign-in');
    }
    // Nor does the password of one sign the other in.
    expect((await takeFirstStep(openBrowser(shop.publicUrl), email, PASSWORD)).status).toBe(422);
    await expect(
      signInAsCustomer(provider, openBrowser(shop.publicUrl), email.replace('ola', 'kim')),
    ).rejects.toThrow();
    const page = await takeFirstStep(customer, email);
    expect(headingOf(page)).toBe('Enter your code');
  });
});

test('operators also sign in here if the customers’ accounts are kept elsewhere', async () => {
  const PORT = String(await freePort());
  const own = `http://127.0.0.1:${PORT}`;
  const elsewhere = await startInstallation({ identity: 'external', env: { PORT, PUBLIC_URL: own } });
  try {
    const there = elsewhere.nodes[0]?.connection.db as ReturnType<typeof shop.db>;
    const email = newAddress();
    await inviteOperator({ db: there, clock: () => new Date() }, { email, name: 'Ola', locale: 'en-GB' });
    const { link } = await receiveMail(there, email, /operator access/);
    const browser = openBrowser(own);
    await browser.submit(await browser.open(link), { password: OPERATOR_PASSWORD });
    const page = await takeFirstStep(browser, email);
    const secret = secretOn(page);
    const code = new TOTP({ secret }).generate({ timestamp: Date.now() });
    expect(headingOf(await browser.submit(page, { code }))).toBe('Public gallery');
    const [, style = ''] = /<link rel="stylesheet" href="([^"]*)"/.exec(page.text) ?? [];
    expect((await browser.open(style.replaceAll('&amp;', '&'))).status).toBe(200);
    const token = await elsewhere.tokenFor(newCustomerId());
    const cookie = `keepsake_operator=${token}`;
    const answer = await fetch(`${own}/operator`, { headers: { cookie }, redirect: 'manual' });
    expect(answer.headers.get('location')).toBe('/operator/sign-in');
  } finally {
    await elsewhere.stop();
  }
});
