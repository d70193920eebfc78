import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { refreshTokenGrant } from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { borrowDatabase } from '../cli/borrow-database.ts';
import { receiveMail } from '../modules/account/mailed-links/receive-mail.fixture.ts';
import { linkOn, openBrowser } from '../modules/account/sign-in/browser.fixture.ts';
import { PASSWORD, signIn, signOut, startSignIn } from '../modules/account/sign-in/identity.fixture.ts';
import { freePort } from '../testing/free-port.ts';
import { type Installation, SECRETS_KEY, startInstallation } from '../testing/start-installation.ts';

const EMAIL = 'anna@example.com';
const COMMAND = path.resolve(import.meta.dirname, '../cli/main.ts');
type Line = Record<string, unknown> & { event: string };

let installation: Installation;
let provider: { issuer: string; publicUrl: string };
const printed: string[] = [];
beforeAll(async () => {
  const PORT = String(await freePort());
  const publicUrl = `http://127.0.0.1:${PORT}`;
  provider = { publicUrl, issuer: `${publicUrl}/oidc` };
  const env = { PORT, PUBLIC_URL: publicUrl };
  const logTo = (line: string) => void printed.push(line);
  installation = await startInstallation({ identity: 'embedded', env, logTo });
  await installation.nodes[0]?.identity?.createAccount({
    email: EMAIL,
    name: 'Anna',
    password: PASSWORD,
    identityType: 'consumer',
    channel: 'pennyfern',
    locale: 'en-GB',
  });
});
afterAll(() => installation.stop());

/** What was recorded after the first `since` lines, without the fields that differ from run to run. */
const recorded = (since = 0): Line[] =>
  printed
    .slice(since)
    .map((line) => JSON.parse(line))
    .filter(({ part }) => part === 'security');
const eventsSince = (since: number) => recorded(since).map(({ event }) => event);
const hashOf = expect.stringMatching(/^[\w-]{22}$/);

async function fillIn(email: string, password: string) {
  const browser = openBrowser(provider.publicUrl);
  return browser.submit(await browser.open((await startSignIn(provider)).url), { email, password });
}

test('records sign-ins and guesses, by the same hashes however the address is spelt', async () => {
  const since = printed.length;
  for (const email of [EMAIL, 'ANNA@example.com']) await fillIn(email, 'a wrong password');
  await fillIn(EMAIL, PASSWORD);
  const [first, second, third] = recorded(since);
  const who = { subject: hashOf, network: hashOf, correlationId: expect.any(String) };
  expect(first).toMatchObject({ event: 'sign-in-failed', level: 40, ...who });
  expect(second).toMatchObject({ event: 'sign-in-failed', subject: first?.subject });
  expect(third).toMatchObject({
    event: 'signed-in',
    level: 30,
    subject: first?.subject,
    network: first?.network,
    customer: hashOf,
  });
});

test('records why tokens were refused, over HTTP, on sockets and by the provider', async () => {
  const browser = openBrowser(provider.publicUrl);
  const session = await signIn(provider, browser, EMAIL);
  const token = session.tokens.access_token;
  const call = (bearer: string) =>
    fetch(`${provider.publicUrl}/api/photo-management/users/counts`, {
      headers: { authorization: `Bearer ${bearer}` },
    });
  await signOut(provider, browser, session);
  await expect.poll(async () => (await call(token)).status).toBe(401);
  const since = printed.length;
  await call(token);
  await call('a.b.c');
  await expect(refreshTokenGrant(session.config, 'made-up')).rejects.toMatchObject({
    error: 'invalid_grant',
  });
  const socket = new WebSocket(`${provider.publicUrl.replace('http', 'ws')}/api/push/socket`);
  socket.on('open', () => socket.send(JSON.stringify({ action: 'authenticate', token })));
  await expect.poll(() => recorded(since).length).toBeGreaterThan(3);
  const [ended, unreadable, unknown] = recorded(since);
  const route = '/api/photo-management/users/counts';
  expect(ended).toMatchObject({ event: 'token-refused', reason: 'SESSION_ENDED', route, network: hashOf });
  expect(unreadable).toMatchObject({ event: 'token-refused', reason: 'OPAQUE_TOKEN', route });
  expect(unknown).toMatchObject({
    event: 'token-refused',
    reason: 'invalid_grant',
    route: '/oidc/token',
    network: hashOf,
  });
  expect(recorded(since)).toContainEqual(
    expect.objectContaining({ event: 'token-refused', route: '/api/push/socket', reason: 'SESSION_ENDED' }),
  );
});

test('records what its caller may not do', async () => {
  const since = printed.length;
  const route = '/api/failures';
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' };
  const { status } = await fetch(provider.publicUrl + route, { method: 'POST', headers, body: '{}' });
  expect(status).toBe(403);
  expect(recorded(since)).toMatchObject([
    { event: 'access-refused', reason: 'forbidden', route, level: 40, network: hashOf },
  ]);
});

test('records throttling, by what is limited', async () => {
  const since = printed.length;
  for (let guess = 0; guess < 7; guess++) await fillIn('nobody@example.com', 'a wrong password');
  const throttled = recorded(since).filter(({ event }) => event === 'throttled');
  expect(throttled).toMatchObject([{ policy: 'account' }, { policy: 'account' }]);
  expect(throttled[0]?.subject).toBe(recorded(since)[0]?.subject);
  for (let call = 0; call < 61; call++)
    await openBrowser(provider.publicUrl).post('/identity/interaction/x', {});
  expect(recorded(since).at(-1)).toMatchObject({
    event: 'throttled',
    policy: 'requests',
    route: '/identity/interaction/:uid',
  });
});

test('records new passwords, from the request to the change', async () => {
  const since = printed.length;
  const browser = openBrowser(provider.publicUrl);
  const page = await browser.open((await startSignIn(provider)).url);
  await browser.submit(await browser.open(linkOn(page, 'Forgotten')), { email: EMAIL });
  const { db } = installation.nodes[0]?.connection ?? {};
  const { link } = await receiveMail(db as NonNullable<typeof db>, EMAIL, /Set a new password/);
  await browser.submit(await browser.open(link), { password: 'a quite new password' });
  expect(eventsSince(since)).toEqual(['password-reset-requested', 'password-changed']);
  expect(new Set(recorded(since).map(({ subject }) => subject)).size).toBe(1);
});

test('records invalid mailed links, whoever opens them', async () => {
  const since = printed.length;
  const { status } = await openBrowser(provider.publicUrl).open(
    '/identity/links/reset-password?confirmation-token=made-up',
  );
  expect(status).toBe(410);
  const refusal = { event: 'token-refused', reason: 'BAD_LINK', route: '/identity/links/reset-password' };
  expect(recorded(since)).toMatchObject([{ ...refusal, network: hashOf }]);
  expect(printed.slice(since).join('')).not.toContain('made-up');
});

test('records operators’ commands, and tells them the hash of an address', async () => {
  const since = printed.length;
  const env = { ...process.env, DATABASE_URL: installation.databaseUrl, SECRETS_KEY };
  const words = ['security-subject', 'Anna@Example.com'];
  const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, ...words], { env });
  expect(recorded().map(({ subject }) => subject)).toContain(stdout.trim());
  await callAs('retention', '--dry-run', '--on', '2027-01-31', '--storage=elsewhere');
  const commandOf = (command: string, ...options: string[]) => ({
    event: 'operator-command',
    command,
    options,
    subject: hashOf,
  });
  await expect
    .poll(() => recorded(since))
    .toMatchObject([commandOf('security-subject'), commandOf('retention', '--dry-run', '--on', '--storage')]);
});

/** Does what every command does before its work, but in this process: a process of its own would load the whole server first. */
async function callAs(...words: string[]) {
  const { argv } = process;
  process.argv = [process.execPath, COMMAND, ...words];
  const database = { url: installation.databaseUrl, maxConnections: 1 };
  await borrowDatabase({ database, dataDir: '/nowhere' }, async () => undefined).finally(() => {
    process.argv = argv;
  });
}

test('contains no personal data', () => {
  const text = JSON.stringify(recorded());
  expect(recorded().length).toBeGreaterThan(10);
  for (const name of ['example.com', '127.0.0.1', PASSWORD, 'Bearer', '2027-01-31', 'elsewhere'])
    expect(text).not.toContain(name);
});
