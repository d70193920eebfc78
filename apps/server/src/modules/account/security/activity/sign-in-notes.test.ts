import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Account } from '../../accounts/store.ts';
import { receiveMail } from '../../mailed-links/receive-mail.fixture.ts';
import type { Browser } from '../../sign-in/browser.fixture.ts';
import { linkOn } from '../../sign-in/browser.fixture.ts';
import {
  PASSWORD,
  signIn,
  signOut,
  startIdentity,
  startSignIn,
  type TestIdentity,
} from '../../sign-in/identity.fixture.ts';

let identity: TestIdentity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.stop());

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const phone = () => identity.openBrowser({ 'user-agent': PHONE });
const newAccount = () => identity.addAccount(`mia.${randomUUID().slice(0, 8)}@example.com`);
const enter = (browser: Browser, { email }: Account) => signIn(identity, browser, email, { prompt: 'login' });

const eventsOf = async ({ id }: Account) => {
  const rows = identity.db.selectFrom('account_events').select(['kind', 'times', 'system']);
  const found = await rows.where('account_id', '=', id).orderBy('happened_at').orderBy('id').execute();
  return found.map(({ kind, times, system }) => `${kind} ${times} ${system}`);
};
/** Moves everything that has happened so far into the past. */
async function letTimePass({ id }: Account) {
  const before = new Date(Date.now() - 60_000);
  const { db } = identity;
  await db.updateTable('accounts').set({ devices_known_since: before }).where('id', '=', id).execute();
  await db.updateTable('account_events').set({ happened_at: before }).where('account_id', '=', id).execute();
}
/** Mails about a new device, sent or not. */
async function newDeviceMails({ email }: Account) {
  const mails = await identity.db.selectFrom('outbox_mails').select('id').where('recipient', '=', email);
  return mails.where('subject', 'like', 'New sign-in%').execute();
}

test('the first browser causes no mail, and a further one causes one, with its device and what to do', async () => {
  const mia = await newAccount();
  const desk = identity.openBrowser();
  await enter(desk, mia);
  await enter(desk, mia);
  expect(await eventsOf(mia)).toEqual(['signed-in 2 null']);
  await letTimePass(mia);
  const mobile = phone();
  await enter(mobile, mia);
  const { text_body: text } = await receiveMail(identity.db, mia.email, /New sign-in/);
  expect(text).toContain('Safari · iOS');
  expect(text).toContain('set a new password straight away, sign out all other devices');
  expect(text).toContain(`/settings/security?account=${mia.id.slice(-12)}`);
  await enter(mobile, mia);
  expect(await eventsOf(mia)).toEqual(['signed-in 2 null', 'signed-in-new-device 1 iOS', 'signed-in 1 iOS']);
  expect(await newDeviceMails(mia)).toHaveLength(1);
});

test('for a browser, an account stores a hash that no other account has', async () => {
  const [mia, noah] = [await newAccount(), await newAccount()];
  const shared = phone();
  await signOut(identity, shared, await enter(shared, mia));
  await enter(shared, noah);
  const device = shared.cookies().filter(({ name }) => name === 'keepsake_device');
  expect(device).toMatchObject([{ path: '/' }]);
  const rows = await identity.db.selectFrom('known_devices').select('hash').execute();
  const hashes = rows.map(({ hash }) => hash.toString('hex'));
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(await eventsOf(noah)).toEqual(['signed-in 1 iOS']);
});

test('two simultaneous sign-ins in a browser without cookies cause one mail', async () => {
  const mia = await newAccount();
  await enter(identity.openBrowser(), mia);
  await letTimePass(mia);
  const browsers = [phone(), phone(), phone()];
  await Promise.all(browsers.map((browser) => enter(browser, mia)));
  await receiveMail(identity.db, mia.email, /New sign-in/);
  expect((await eventsOf(mia)).at(-1)).toBe('signed-in-new-device 3 iOS');
  await enter(phone(), mia);
  expect(await newDeviceMails(mia)).toHaveLength(1);
});

test('endless private windows cause only a few mails an hour', async () => {
  const mia = await newAccount();
  await enter(identity.openBrowser(), mia);
  for (let window = 1; window <= 7; window++) {
    await letTimePass(mia);
    await enter(phone(), mia);
  }
  await vi.waitFor(async () => expect(await newDeviceMails(mia)).toHaveLength(4));
  expect((await eventsOf(mia)).at(-1)).toBe('signed-in-new-device 7 iOS');
});

test('a new password keeps only the browser known in which it is set', async () => {
  const mia = await newAccount();
  const [desk, mobile] = [identity.openBrowser(), phone()];
  for (const browser of [desk, mobile]) await enter(browser, mia);
  const attempt = await startSignIn(identity, { prompt: 'login' });
  const forgotten = await desk.open(linkOn(await desk.open(attempt.url), 'Forgotten'));
  await desk.submit(forgotten, { email: mia.email });
  const { link } = await receiveMail(identity.db, mia.email, /Set a new password/);
  await desk.submit(await desk.open(link), { password: PASSWORD });
  await enter(desk, mia);
  await letTimePass(mia);
  await enter(mobile, mia);
  await vi.waitFor(async () => expect(await newDeviceMails(mia)).toHaveLength(1));
  const events = await eventsOf(mia);
  expect(events).toContain('password-reset-requested 1 null');
  expect(events).toContain('password-changed 1 null');
});

test('wrong passwords are counted per day, for an address that has an account', async () => {
  const mia = await newAccount();
  const browser = phone();
  for (const email of [mia.email, mia.email, 'nobody@example.com']) {
    const page = await browser.open((await startSignIn(identity)).url);
    expect((await browser.submit(page, { email, password: 'not the one' })).status).toBe(422);
  }
  await vi.waitFor(async () => expect(await eventsOf(mia)).toEqual(['sign-in-failed 2 iOS']));
});
