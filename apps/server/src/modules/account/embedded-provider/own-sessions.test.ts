import { randomUUID } from 'node:crypto';
import type { AccountSession } from '@keepsake/contracts/account/account-sessions';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Account } from '../accounts/store.ts';
import { signIn, signOut, startIdentity, type TestIdentity } from '../sign-in/identity.fixture.ts';

let identity: TestIdentity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.stop());

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const DESK = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0';
const OFFLINE = { scope: 'openid email profile offline_access' };

const newAccount = () => identity.addAccount(`mia.${randomUUID().slice(0, 8)}@example.com`);

/** Signs in with a browser of that user agent. */
async function signInWith(account: Account, agent: string, options = {}) {
  const browser = identity.openBrowser({ 'user-agent': agent });
  const { tokens, config } = await signIn(identity, browser, account.email, options);
  return { browser, tokens, config, sid: String(tokens.claims()?.sid) };
}

/** A call of the customer in the session `sid`. */
async function call<Body>(account: Account, sid: string, method: string, rest = '') {
  const authorization = `Bearer ${await identity.tokenFor(account.id, { sid })}`;
  const path = `/api/identity/v2/identities/${account.identityType}/${account.id}/sessions${rest}`;
  const answer = await fetch(identity.publicUrl + path, { method, headers: { authorization } });
  const text = await answer.text();
  return { status: answer.status, body: (text ? JSON.parse(text) : null) as Body };
}
async function list(account: Account, sid: string) {
  const { body } = await call<{ sessions: AccountSession[] }>(account, sid, 'GET');
  return body.sessions;
}
const waitFor = (account: Account, sid: string, count: number) =>
  vi.waitFor(async () => {
    const sessions = await list(account, sid);
    expect(sessions).toHaveLength(count);
    return sessions;
  });
const isOver = async (token: string) => {
  identity.verifier.dropAll();
  return identity.verifier.verify(token).then(
    () => false,
    () => true,
  );
};

test('each device is named, including the asking one; one that signed out is gone', async () => {
  const mia = await newAccount();
  const desk = await signInWith(mia, DESK);
  const phone = await signInWith(mia, PHONE);
  const sessions = await waitFor(mia, desk.sid, 2);
  expect(
    sessions.map(({ browser, system, device, isCurrent }) => [browser, system, device, isCurrent]),
  ).toEqual([
    ['Firefox', 'Windows', 'computer', true],
    ['Safari', 'iOS', 'phone', false],
  ]);
  for (const { signedInAt, lastUsedAt } of sessions)
    expect(Math.abs(Date.parse(lastUsedAt) - Date.parse(signedInAt))).toBeLessThan(60_000);
  await signOut(identity, phone.browser, phone);
  await waitFor(mia, desk.sid, 1);
});

test('a device that does not identify itself, or says too much, is listed without a name', async () => {
  const mia = await newAccount();
  const one = await signInWith(mia, 'x'.repeat(4_000));
  await signInWith(mia, 'curl/8.1');
  const sessions = await waitFor(mia, one.sid, 2);
  for (const { browser, system, device } of sessions)
    expect([browser, system, device]).toEqual([null, null, null]);
});

test('another device is signed out at once, including its refresh token; twice is no error', async () => {
  const mia = await newAccount();
  const desk = await signInWith(mia, DESK);
  const phone = await signInWith(mia, PHONE, OFFLINE);
  const [, other] = await waitFor(mia, desk.sid, 2);
  expect(await isOver(phone.tokens.access_token)).toBe(false);
  expect((await call(mia, desk.sid, 'DELETE', `/${other?.id}`)).status).toBe(204);
  expect((await call(mia, desk.sid, 'DELETE', `/${other?.id}`)).status).toBe(204);
  expect(await isOver(phone.tokens.access_token)).toBe(true);
  await expect(
    client.refreshTokenGrant(phone.config, phone.tokens.refresh_token ?? ''),
  ).rejects.toMatchObject({ error: 'invalid_grant' });
  expect(await isOver(desk.tokens.access_token)).toBe(false);
  expect(await list(mia, desk.sid)).toHaveLength(1);
});

test('all others end, including unrecorded ones; other customers’ do not', async () => {
  const [mia, noah] = [await newAccount(), await newAccount()];
  const desk = await signInWith(mia, DESK);
  const phones = [await signInWith(mia, PHONE), await signInWith(mia, PHONE)];
  const his = await signInWith(noah, PHONE);
  await waitFor(mia, desk.sid, 3);
  const [hisSession] = await waitFor(noah, his.sid, 1);
  await identity.db
    .deleteFrom('account_sessions')
    .where('session_uid', '=', phones[0]?.sid ?? '')
    .execute();
  expect((await call(mia, desk.sid, 'DELETE', `/${hisSession?.id}`)).status).toBe(204);
  expect((await call(mia, desk.sid, 'POST', '/actions/end-others')).status).toBe(204);
  for (const { tokens } of phones) expect(await isOver(tokens.access_token)).toBe(true);
  for (const { tokens } of [desk, his]) expect(await isOver(tokens.access_token)).toBe(false);
  expect(await list(mia, desk.sid)).toHaveLength(1);
});

test('those of another customer are unknown', async () => {
  const [mia, noah] = [await newAccount(), await newAccount()];
  const path = `/identity/v2/identities/${noah.identityType}/${noah.id}/sessions`;
  expect((await identity.call(mia.id, 'GET', path)).status).toBe(404);
  expect((await identity.call(mia.id, 'POST', `${path}/actions/end-others`)).status).toBe(404);
});

test('records of ended sessions are deleted', async () => {
  const mia = await newAccount();
  const { sid } = await signInWith(mia, DESK);
  await waitFor(mia, sid, 1);
  await identity.db.deleteFrom('oidc_payloads').where('uid', '=', sid).execute();
  await identity.run('forget-expired-hourly');
  const stored = identity.db.selectFrom('account_sessions').select('id').where('account_id', '=', mia.id);
  expect(await stored.execute()).toEqual([]);
});
