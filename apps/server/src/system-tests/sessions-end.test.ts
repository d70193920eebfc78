import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { receiveMail } from '../modules/account/mailed-links/receive-mail.fixture.ts';
import { linkOn, openBrowser } from '../modules/account/sign-in/browser.fixture.ts';
import { PASSWORD, signIn, signOut, startSignIn } from '../modules/account/sign-in/identity.fixture.ts';
import { freePort } from '../testing/free-port.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';

const EMAIL = 'anna@example.com';
let installation: Installation;
let provider: { issuer: string; publicUrl: string };

beforeAll(async () => {
  const PORT = String(await freePort());
  const publicUrl = `http://127.0.0.1:${PORT}`;
  provider = { publicUrl, issuer: `${publicUrl}/oidc` };
  installation = await startInstallation({
    roles: ['all', 'web'],
    identity: 'embedded',
    env: { PORT, PUBLIC_URL: publicUrl },
  });
  const account = { email: EMAIL, name: 'Anna', password: PASSWORD, channel: 'pennyfern' };
  await installation.nodes[0]?.identity?.createAccount({
    ...account,
    identityType: 'consumer',
    locale: 'en-GB',
  });
});
afterAll(() => installation.stop());

/** A signed-in browser, its sockets on both nodes, and a code that a phone opened on the second. */
async function openEverything() {
  const browser = openBrowser(provider.publicUrl);
  const session = await signIn(provider, browser, EMAIL);
  const token = session.tokens.access_token;
  const [first, second] = installation.nodes.map(({ address }) => address) as [string, string];
  const sockets = await Promise.all([first, second].map((address) => openSocket(address, token)));
  const post = (address: string, path: string, bearer: string) =>
    fetch(`${address}/api/uploads/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: '{}',
    });
  const code = (await (await post(first, 'phone-transfers', token)).json()) as { token: string };
  return {
    browser,
    session,
    closed: Promise.all(sockets.map(({ closed }) => closed)),
    areOpen: () => sockets.every(({ socket }) => socket.readyState === socket.OPEN),
    openPhone: async () => (await post(second, 'phone/opening', code.token)).status,
    callApi: async () => (await post(second, 'phone-transfers', token)).status,
    /** What an answer has the browser forget. */
    cleared: async () => (await post(first, 'phone-transfers', token)).headers.get('clear-site-data'),
    stop() {
      for (const { socket } of sockets) socket.terminate();
    },
  };
}

async function openSocket(address: string, token: string) {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/api/push/socket`);
  const closed = once(socket, 'close').then(([code]) => code as number);
  await once(socket, 'open');
  const answered = once(socket, 'message');
  socket.send(JSON.stringify({ action: 'authenticate', token }));
  expect(String((await answered)[0])).toBe('OK');
  return { socket, closed };
}

/** Close codes of all sockets, or that they were still open after a second. */
function withinASecond(codes: Promise<number[]>): Promise<number[] | string> {
  const late = new Promise<string>((resolve) => setTimeout(resolve, 1_000, 'still open'));
  return Promise.race([codes, late]);
}

test('signing out ends everything that the session opened, on every node, and nothing of another session', async () => {
  const [mine, other] = [await openEverything(), await openEverything()];
  expect([await mine.openPhone(), await mine.callApi()]).toEqual([200, 200]);
  expect(await mine.cleared()).toBeNull();
  const { headers } = await fetch(`${provider.issuer}/session/end`);
  expect(headers.get('clear-site-data')).toBe('"cache"');
  await signOut(provider, mine.browser, mine.session);
  expect(await withinASecond(mine.closed)).toEqual([4401, 4401]);
  expect([await mine.openPhone(), await mine.callApi()]).toEqual([401, 401]);
  expect([await other.openPhone(), await other.callApi(), other.areOpen()]).toEqual([200, 200, true]);
  expect([await mine.cleared(), await other.cleared()]).toEqual(['"cache"', null]);
  other.stop();
});

test('a new password ends everything that every session opened', async () => {
  const { closed, openPhone, callApi, cleared } = await openEverything();
  const browser = openBrowser(provider.publicUrl);
  const page = await browser.open((await startSignIn(provider)).url);
  await browser.submit(await browser.open(linkOn(page, 'Forgotten')), { email: EMAIL });
  const { db } = installation.nodes[0]?.connection ?? {};
  const { link } = await receiveMail(db as NonNullable<typeof db>, EMAIL, /Set a new password/);
  await browser.submit(await browser.open(link), { password: 'a quite new password' });
  expect(await withinASecond(closed)).toEqual([4401, 4401]);
  expect([await openPhone(), await callApi()]).toEqual([401, 401]);
  expect(await cleared()).toBe('"cache"');
});
