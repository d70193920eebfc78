import { randomUUID } from 'node:crypto';
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
import {
  type Browser,
  headingOf,
  openBrowser,
  type Page,
} from '../modules/account/sign-in/browser.fixture.ts';
import {
  freePort,
  PASSWORD,
  signIn as signInAsCustomer,
} from '../modules/account/sign-in/identity.fixture.ts';
import { offerEntry } from '../modules/creations/gallery/offered-entry.fixture.ts';
import { createObjectStore } from '../platform/objects/storage.ts';
import { asCustomerId, newCustomerId } from '../testing/customer-ids.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';

const OPERATOR_PASSWORD = 'seven lanterns upstairs';
let installation: Installation;
let publicUrl: string;
/** How far the installation's clock is ahead. */
let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  const PORT = String(await freePort());
  publicUrl = `http://127.0.0.1:${PORT}`;
  installation = await startInstallation({
    identity: 'embedded',
    env: { PORT, PUBLIC_URL: publicUrl },
    clock: now,
    logTo: (line) => void lines.push(JSON.parse(line)),
  });
});
afterAll(() => installation.stop());

const node = () => installation.nodes[0] as Installation['nodes'][number];
const db = () => node().connection.db;
const parts = () => ({ db: db(), clock: now });
const newAddress = () => `ola-${randomUUID().slice(0, 8)}@shop.example`;

/** Invites an operator through the command's function, and sets the password by the mailed link. */
async function invite(email = newAddress()): Promise<string> {
  await inviteOperator(parts(), { email, name: 'Ola Berg', locale: 'en-GB' });
  const { link } = await receiveMail(db(), email, /operator access/);
  const browser = openBrowser(publicUrl);
  const page = await browser.open(link);
  const done = await browser.submit(page, { password: OPERATOR_PASSWORD });
  expect(headingOf(done)).toBe('Your password is set');
  return email;
}

const secretOn = ({ text }: Page) => /<code>([A-Z2-7 ]+)<\/code>/.exec(text)?.[1]?.replaceAll(' ', '') ?? '';
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: now().getTime() + steps * 30_000 });

async function takeFirstStep(browser: Browser, email: string, password = OPERATOR_PASSWORD): Promise<Page> {
  return browser.submit(await browser.open('/operator/sign-in'), { email, password });
}

/** An operator who is invited, has set up a second factor and is signed in with it. */
async function enrol(email?: string) {
  const operator = await invite(email);
  const browser = openBrowser(publicUrl);
  const page = await takeFirstStep(browser, operator);
  const secret = secretOn(page);
  const console = await browser.submit(page, { code: codeOf(secret, -1) });
  expect(headingOf(console)).toBe('Public gallery');
  return { email: operator, browser, secret, console };
}

/** Signs in once more, one code step later, so that no code is used twice. */
async function signInAgain({ email, secret }: { email: string; secret: string }) {
  const browser = openBrowser(publicUrl);
  ahead += 30_000;
  const console = await browser.submit(await takeFirstStep(browser, email), { code: codeOf(secret) });
  expect(headingOf(console)).toBe('Public gallery');
  return browser;
}

const tokenOf = (browser: Browser) =>
  browser.cookies().find(({ name }) => name === 'keepsake_operator')?.value ?? '';
const events = () => lines.flatMap(({ event }) => (typeof event === 'string' ? event : []));

describe('an invitation', () => {
  test('sets a password once, refuses one that is easy to guess, and opens nothing by itself', async () => {
    const email = newAddress();
    expect(await inviteOperator(parts(), { email, name: 'Ola Berg', locale: 'de-AT' })).toBe(true);
    const { link, text_body } = await receiveMail(db(), email, /Zugang für Mitarbeitende/);
    expect(text_body).toContain('72 Stunden');
    const browser = openBrowser(publicUrl);
    const page = await browser.open(link);
    expect(headingOf(page)).toBe('Passwort festlegen');
    expect((await browser.submit(page, { password: 'password12' })).status).toBe(422);
    expect(headingOf(await browser.submit(page, { password: OPERATOR_PASSWORD }))).toBe(
      'Your password is set',
    );
    expect((await browser.open(link)).status).toBe(410);
    expect((await browser.submit(page, { password: `${OPERATOR_PASSWORD}!` })).status).toBe(410);
    expect((await browser.open('/operator')).url).toContain('/operator/sign-in');
    expect(events()).toContain('operator-password-set');
  });

  test('works for 72 hours', async () => {
    const email = newAddress();
    await inviteOperator(parts(), { email, name: 'Ola', locale: 'en-GB' });
    const { link } = await receiveMail(db(), email, /access/);
    ahead += 73 * 3_600_000;
    expect((await openBrowser(publicUrl).open(link)).status).toBe(410);
  });

  test('to an existing operator sets a new password, ends the sessions and keeps the second factor', async () => {
    const { email, browser, secret } = await enrol();
    expect(await inviteOperator(parts(), { email: email.toUpperCase(), name: 'Ola', locale: 'en-GB' })).toBe(
      false,
    );
    const mails = () => db().selectFrom('outbox_mails').selectAll().where('recipient', '=', email).execute();
    await expect.poll(async () => (await mails()).length, { timeout: 10_000 }).toBe(2);
    const bodies = (await mails()).map(({ text_body }) => /https?:\/\/\S+/.exec(text_body)?.[0] ?? '');
    const pages = await Promise.all(bodies.map((link) => openBrowser(publicUrl).open(link)));
    const open = pages.find(({ status }) => status === 200) as Page;
    await openBrowser(publicUrl).submit(open, { password: 'eleven quiet harbours' });
    expect((await browser.open('/operator')).url).toContain('/operator/sign-in');
    expect((await takeFirstStep(browser, email)).status).toBe(422);
    const next = await takeFirstStep(browser, email, 'eleven quiet harbours');
    expect(headingOf(next)).toBe('Enter your code');
    ahead += 30_000;
    expect(headingOf(await browser.submit(next, { code: codeOf(secret) }))).toBe('Public gallery');
  });

  test('needs one address and a name', async () => {
    const of = { name: 'Ola', locale: 'en-GB' as const };
    await expect(inviteOperator(parts(), { ...of, email: 'a@b.example,c@d.example' })).rejects.toThrow(
      RangeError,
    );
    await expect(inviteOperator(parts(), { ...of, email: newAddress(), name: ' ' })).rejects.toThrow(
      RangeError,
    );
  });
});

describe('the second factor of an operator', () => {
  test('must be set up before anything opens', async () => {
    const email = await invite();
    const browser = openBrowser(publicUrl);
    const page = await takeFirstStep(browser, email);
    expect(headingOf(page)).toBe('Set up two-step sign-in');
    for (const address of ['/operator', '/operator/code'])
      expect((await browser.open(address)).url).toContain('/operator/second-factor');
    expect(secretOn(await browser.open('/operator/second-factor'))).toBe(secretOn(page));
    expect(await browser.submit(page, { code: '000000' })).toMatchObject({ status: 422 });
    const before = tokenOf(browser);
    expect(headingOf(await browser.submit(page, { code: codeOf(secretOn(page)) }))).toBe('Public gallery');
    expect(tokenOf(browser)).not.toBe(before);
    expect(events()).toEqual(expect.arrayContaining(['operator-factor-added', 'operator-signed-in']));
  });

  test('accepts a code once, and few wrong ones', async () => {
    const { email, secret } = await enrol();
    const browser = openBrowser(publicUrl);
    ahead += 30_000;
    const code = codeOf(secret);
    const [one, two] = [browser, openBrowser(publicUrl)];
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
    const { email, secret } = await enrol();
    ahead += 30_000;
    const code = codeOf(secret);
    const first = openBrowser(publicUrl);
    await first.submit(await takeFirstStep(first, email), { code });
    const browser = openBrowser(publicUrl);
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
    const email = await invite();
    const [one, two] = [openBrowser(publicUrl), openBrowser(publicUrl)];
    const [first, second] = [await takeFirstStep(one, email), await takeFirstStep(two, email)];
    expect(secretOn(first)).not.toBe(secretOn(second));
    await one.submit(first, { code: codeOf(secretOn(first)) });
    expect(headingOf(await two.submit(second, { code: codeOf(secretOn(second)) }))).toBe('Enter your code');
  });

  test('is set up again after the command, which signs out', async () => {
    const { email, browser } = await enrol();
    expect(await resetOperatorFactor(parts(), email)).toBe(true);
    expect((await browser.open('/operator')).url).toContain('/operator/sign-in');
    expect(headingOf(await takeFirstStep(browser, email))).toBe('Set up two-step sign-in');
    expect(await resetOperatorFactor(parts(), 'nobody@shop.example')).toBe(false);
  });

  test('accepts the first step for ten minutes', async () => {
    const { email, secret } = await enrol();
    const browser = openBrowser(publicUrl);
    const page = await takeFirstStep(browser, email);
    ahead += 11 * 60_000;
    expect((await browser.submit(page, { code: codeOf(secret) })).url).toContain('/operator/sign-in');
  });
});

describe('the sessions of an operator', () => {
  test('end when unused for half an hour, and after eight hours', async () => {
    const operator = await enrol();
    ahead += 31 * 60_000;
    expect((await operator.browser.open('/operator')).url).toContain('/operator/sign-in');
    const browser = await signInAgain(operator);
    for (let halves = 0; halves < 19; halves++) {
      ahead += 25 * 60_000;
      expect(headingOf(await browser.open('/operator'))).toBe('Public gallery');
    }
    ahead += 25 * 60_000;
    expect((await browser.open('/operator')).url).toContain('/operator/sign-in');
  });

  test('are listed and ended, on the page and by command', async () => {
    const operator = await enrol();
    const other = await signInAgain(operator);
    const own = () =>
      describeOperators(parts()).then((all) => all.find(({ email }) => email === operator.email));
    expect(await own()).toMatchObject({ state: 'can sign in', sessions: [{}, {}] });
    const page = await operator.browser.open('/operator');
    expect(page.text).toContain('Signed in as Ola Berg');
    expect(page.text.match(/sessions\/[0-9a-f-]+\/end"/g)).toHaveLength(2);
    // The current session's button says 'Sign out', too.
    expect(page.text.match(/>End session</g)).toHaveLength(1);
    expect(page.text.match(/>Sign out</g)).toHaveLength(2);
    await operator.browser.post('/operator/sessions/end-others', {});
    expect((await other.open('/operator')).url).toContain('/operator/sign-in');
    const third = await signInAgain(operator);
    const [{ id = '' } = {}] = (await own())?.sessions ?? [];
    expect(await endOperatorSessions(parts(), operator.email, id)).toBe(1);
    expect((await third.open('/operator')).url).toContain('/operator/sign-in');
    expect(await endOperatorSessions(parts(), operator.email)).toBe(1);
    expect((await operator.browser.open('/operator')).url).toContain('/operator/sign-in');
    expect(await endOperatorSessions(parts(), 'nobody@shop.example')).toBeNull();
  });

  test('of one cannot be ended by another, nor by another site', async () => {
    const [ola, kim] = [await enrol(), await enrol()];
    const address = /\/operator\/sessions\/[0-9a-f-]+\/end/.exec(ola.console.text)?.[0] ?? '';
    await kim.browser.post(address, {});
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await ola.browser.post(address, {}, foreign)).status).toBe(403);
    expect(headingOf(await ola.browser.open('/operator'))).toBe('Public gallery');
    expect((await ola.browser.post(address, {})).url).toContain('/operator/sign-in');
    expect((await ola.browser.open('/operator')).url).toContain('/operator/sign-in');
  });

  test('end with the identity', async () => {
    const { email, browser } = await enrol();
    expect(await removeOperator(parts(), email)).toBe(true);
    expect((await browser.open('/operator')).url).toContain('/operator/sign-in');
    expect((await takeFirstStep(browser, email)).status).toBe(422);
    expect(await removeOperator(parts(), email)).toBe(false);
  });
});

describe('operators and customers', () => {
  test('never grant access to each other, whatever their address', async () => {
    const { email, browser } = await enrol();
    const account = {
      email,
      name: 'Ola at home',
      password: PASSWORD,
      channel: 'pennyfern',
      locale: 'en-GB' as const,
    };
    expect(await db().selectFrom('accounts').select('id').where('email', '=', email).execute()).toEqual([]);
    expect(await db().selectFrom('customers').select('user_id').where('email', '=', email).execute()).toEqual(
      [],
    );
    await node().identity?.createAccount({ ...account, identityType: 'consumer' });
    const customer = openBrowser(publicUrl);
    const provider = { publicUrl, issuer: `${publicUrl}/oidc` };
    const { tokens } = await signInAsCustomer(provider, customer, email);
    const ask = (token: string) =>
      fetch(`${publicUrl}/api/customers/customers/me`, { headers: { authorization: `Bearer ${token}` } });
    expect((await ask(tokens.access_token)).status).toBe(200);
    // An operator's token is not accepted by customers' calls, in any header.
    expect((await ask(tokenOf(browser))).status).toBe(401);
    const byCookie = await browser.open('/api/customers/customers/me');
    expect(byCookie.status).toBe(401);
    // A customer's session and tokens do not open operators' pages.
    expect((await customer.open('/operator')).url).toContain('/operator/sign-in');
    for (const token of [tokens.access_token, tokens.refresh_token ?? '', tokens.id_token ?? '']) {
      const cookie = `keepsake_operator=${token}`;
      const answer = await fetch(`${publicUrl}/operator`, { headers: { cookie }, redirect: 'manual' });
      expect(answer.headers.get('location')).toBe('/operator/sign-in');
      const bearer = { authorization: `Bearer ${token}` };
      const requested = await fetch(`${publicUrl}/operator`, { headers: bearer, redirect: 'manual' });
      expect(requested.headers.get('location')).toBe('/operator/sign-in');
    }
    // Nor does the password of one sign the other in.
    expect((await takeFirstStep(openBrowser(publicUrl), email, PASSWORD)).status).toBe(422);
    await expect(
      signInAsCustomer(provider, openBrowser(publicUrl), email.replace('ola', 'kim')),
    ).rejects.toThrow();
    const page = await takeFirstStep(customer, email);
    expect(headingOf(page)).toBe('Enter your code');
  });
});

describe('the console', () => {
  async function offer(title: string) {
    const id = randomUUID();
    const email = `${id}@example.com`;
    const account = await node().identity?.createAccount({
      ...{ email, name: 'Mia', password: PASSWORD, channel: 'pennyfern', locale: 'en-GB' },
      identityType: 'consumer',
    });
    const customerId = asCustomerId(account?.id ?? '');
    const objects = await createObjectStore({ storageUrl: null, dataDir: node().dataDir });
    const entry = await offerEntry({ db: db(), objects }, { customerId, title, now: now() });
    return { ...entry, email };
  }
  const approve = (browser: Browser, id: string, version: string) =>
    browser.post(`/operator/gallery/${id}/approve`, { version });
  const versionOn = ({ text }: Page, id: string) =>
    new RegExp(`${id}/approve"><input type="hidden" name="version" value="([^"]+)"`).exec(text)?.[1] ?? '';
  const entryOf = (id: string) =>
    db().selectFrom('gallery_entries').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  test('shows submissions, and publishes one in the operator’s name, once', async () => {
    const { id } = await offer('A week in <Kent>');
    const { browser, email } = await enrol();
    const page = await browser.open('/operator');
    expect(page.text).toContain('A week in &lt;Kent&gt;');
    const version = versionOn(page, id);
    expect((await approve(browser, id, version)).text).toContain('is now public');
    expect(await entryOf(id)).toMatchObject({ state: 'shown', decided_by: `Ola Berg <${email}>` });
    expect((await approve(browser, id, version)).text).toContain('already been decided');
    expect(events().filter((event) => event === 'operator-action')).toHaveLength(
      lines.filter(({ event, command }) => event === 'operator-action' && typeof command === 'string').length,
    );
  });

  test('publishes only what was on the page, and pictures under addresses of their own', async () => {
    const { id, pictureId } = await offer('Kent before');
    const { browser } = await enrol();
    const page = await browser.open('/operator');
    expect(page.text).toContain(`/operator/gallery/${id}/pictures/${pictureId}/300`);
    expect((await browser.open(`/operator/gallery/${id}/pictures/${pictureId}/300`)).text).toBe(
      'the picture at 300',
    );
    await db().updateTable('gallery_entries').set({ title: 'Kent after' }).where('id', '=', id).execute();
    const replaced = { id: randomUUID() };
    await db().updateTable('online_product_files').set(replaced).where('id', '=', pictureId).execute();
    expect((await browser.open(`/operator/gallery/${id}/pictures/${pictureId}/300`)).status).toBe(404);
    for (const version of [versionOn(page, id), '', 'x'])
      expect((await approve(browser, id, version)).text).toContain('has changed since you opened');
    expect(await entryOf(id)).toMatchObject({ state: 'offered', decided_by: null });
    const repeated = versionOn(await browser.open('/operator'), id);
    expect((await approve(browser, id, repeated)).text).toContain('is now public');
  });

  test('takes an entry down with a reason, which its customer reads, and dismisses reports', async () => {
    const { id, email } = await offer('Beach');
    await db()
      .insertInto('gallery_reports')
      .values({ id: randomUUID(), entry_id: id, kind: 'person', note: 'That is me', reported_at: now() })
      .execute();
    const { browser } = await enrol();
    const { text } = await browser.open('/operator');
    expect(text).toContain('That is me');
    const [, reports = ''] = /name="reports" value="([^"]*)"/.exec(text.slice(text.indexOf('Beach'))) ?? [];
    await db()
      .insertInto('gallery_reports')
      .values({ id: randomUUID(), entry_id: id, kind: 'rights', note: 'Mine', reported_at: now() })
      .execute();
    const dismissed = await browser.post(`/operator/gallery/${id}/dismiss`, { reports });
    expect(dismissed.text).toContain('reports have been dismissed');
    expect(dismissed.text).toContain('Mine');
    expect(dismissed.text).not.toContain('That is me');
    const address = `/operator/gallery/${id}/take-down`;
    expect((await browser.post(address, { reason: ' ' })).text).toContain('Enter a reason first');
    expect(await entryOf(id)).toMatchObject({ state: 'offered' });
    expect((await browser.post(address, { reason: 'It shows a person.' })).text).toContain('taken down');
    expect(await entryOf(id)).toMatchObject({ state: 'taken-down', reason: 'It shows a person.' });
    const { text_body } = await receiveMail(db(), email, /./);
    expect(text_body).toContain('It shows a person.');
  });

  test('is for operators only', async () => {
    const { id } = await offer('Alps');
    for (const rest of ['approve', 'take-down', 'dismiss']) {
      const page = await openBrowser(publicUrl).post(`/operator/gallery/${id}/${rest}`, { reason: 'No.' });
      expect(page.url).toContain('/operator/sign-in');
    }
    const pending = openBrowser(publicUrl);
    await takeFirstStep(pending, await invite());
    await pending.post(`/operator/gallery/${id}/approve`, {});
    expect(await entryOf(id)).toMatchObject({ state: 'offered', decided_by: null });
    const { browser } = await enrol();
    expect((await browser.post('/operator/gallery/nothing/approve', {})).status).toBe(404);
    expect((await browser.open(`/operator/gallery/${id}/pictures/${randomUUID()}/300`)).status).toBe(404);
  });
});

test('operators also sign in here if the customers’ accounts are kept elsewhere', async () => {
  const PORT = String(await freePort());
  const own = `http://127.0.0.1:${PORT}`;
  const elsewhere = await startInstallation({ identity: 'external', env: { PORT, PUBLIC_URL: own } });
  try {
    const there = elsewhere.nodes[0]?.connection.db as ReturnType<typeof db>;
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
