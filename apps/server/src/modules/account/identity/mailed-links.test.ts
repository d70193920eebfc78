import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { headingOf } from './browser.fixture.ts';
import { PASSWORD, receiveMail, startIdentity, type TestIdentity } from './identity.fixture.ts';
import type { LinkPurpose } from './link-purpose.ts';
import { requestLink } from './mailed-links.ts';
import { createPasswords } from './passwords.ts';

const ASKED = 'Confirm your email address';
const DONE = 'Your email address is confirmed';
const BAD = 'This link no longer works';
const confirmed: { email: string; wish: unknown }[] = [];
let isPointless = false;

/** A purpose as another module would add it, with texts of the registration. */
const subscribe: LinkPurpose = {
  name: 'subscribe',
  lifetimeSeconds: 60,
  whenUsed: 'done',
  done: 'confirmed',
  writeMail: async (_trx, { email, visit: { locale } }) => ({
    mail: 'confirm',
    to: { email, name: null, locale },
    accountId: null,
    hasLink: true,
  }),
  readPage: async () => ({ page: 'confirm' }),
  async confirm(_trx, { email, request }) {
    if (isPointless) return null;
    confirmed.push({ email, wish: (request as { wish?: string }).wish });
    return {};
  },
};

let identity: TestIdentity;
beforeAll(async () => {
  identity = await startIdentity({ linkPurposes: [subscribe] });
});
afterAll(() => identity.stop());
beforeEach(() => {
  confirmed.length = 0;
  isPointless = false;
});

const visit = () => ({ appOrigin: identity.publicUrl, channel: 'pennyfern', locale: 'en-GB' });

async function mailLink(email: string) {
  await requestLink(identity.db, 'subscribe', { email, visit: visit(), wish: 'photos' });
  return (await receiveMail(identity.db, email, /Confirm/)).link;
}

describe('a mailed link of another module', () => {
  test('asks by a button, does once what it is for, and says so whenever it is opened again', async () => {
    const link = await mailLink('anna@example.com');
    const browser = identity.openBrowser();
    for (let scan = 0; scan < 3; scan++) expect(headingOf(await browser.open(link))).toBe(ASKED);
    expect(confirmed).toEqual([]);
    const page = await browser.open(link);
    expect(headingOf(await browser.submit(page))).toBe(DONE);
    expect(headingOf(await browser.submit(page))).toBe(DONE);
    expect(headingOf(await identity.openBrowser().open(link))).toBe(DONE);
    expect(confirmed).toEqual([{ email: 'anna@example.com', wish: 'photos' }]);
  });

  test('pressed many times at once does it once', async () => {
    const page = await identity.openBrowser().open(await mailLink('berta@example.com'));
    const answers = await Promise.all(Array.from({ length: 20 }, () => identity.openBrowser().submit(page)));
    expect(new Set(answers.map(headingOf))).toEqual(new Set([DONE]));
    expect(confirmed).toHaveLength(1);
  });

  test('no longer works once it has expired or become pointless, nor for another purpose', async () => {
    const link = await mailLink('carla@example.com');
    const browser = identity.openBrowser();
    const page = await browser.open(link);
    const elsewhere = link.replace('/links/subscribe', '/links/reset-password');
    expect(headingOf(await browser.open(elsewhere))).toBe(BAD);
    isPointless = true;
    expect(headingOf(await browser.submit(page))).toBe(BAD);
    const other = await mailLink('dora@example.com');
    const past = new Date(Date.now() - 1_000);
    await identity.db.updateTable('identity_tokens').set({ expires_at: past }).execute();
    expect(headingOf(await browser.open(other))).toBe(BAD);
    expect(confirmed).toEqual([]);
  });

  test('is stored as a hash only', async () => {
    const link = await mailLink('emma@example.com');
    const token = new URL(link).searchParams.get('confirmation-token') ?? '';
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const rows = await identity.db.selectFrom('identity_tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    const hashes = rows.map(({ token_hmac }) => token_hmac.toString('base64url'));
    expect(hashes).not.toContain(token);
  });
});

test('a registration that an earlier version queued still gets its mail and its account', async () => {
  const email = 'frida@example.com';
  const passwordHash = await (await createPasswords()).hash(PASSWORD);
  const registration = { email, name: 'Frida', passwordHash, interaction: 'gone', visit: visit() };
  await addJob(identity.db, 'identity-mail', { kind: 'registration', ...registration });
  const { link } = await receiveMail(identity.db, email, /Confirm/);
  expect(link).toContain('/identity/interaction/gone/confirm-email?');
  const browser = identity.openBrowser();
  const done = await browser.submit(await browser.open(link), { name: 'Frida', password: PASSWORD });
  expect(headingOf(done)).toBe(DONE);
  expect(identity.confirmed).toMatchObject([{ email, name: 'Frida' }]);
});
