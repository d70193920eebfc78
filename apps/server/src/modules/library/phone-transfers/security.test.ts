import { randomUUID } from 'node:crypto';
import { PHONE_TRANSFER_LIFETIME_MS } from '@keepsake/contracts/library/phone-transfers';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { jpegOf } from '../../../testing/photos.ts';
import { type Installation, startInstallation } from '../../../testing/start-installation.ts';
import { MAX_TRANSFERRED } from '../uploads/rules.ts';
import { MAX_PHONES, SILENT_AFTER_MS } from './phone-reports.ts';
import { type Code, desktopOf, hideLibrary, PHONE, phoneOf } from './phone-transfers.fixture.ts';
import { MAX_CODES_PER_HOUR, MAX_LIVE_CODES, MAX_USE_MS } from './store.ts';
import { MAX_REFUSALS_PER_MINUTE } from './verify-phone.ts';

let installation: Installation;
let now = Date.now();
const log: string[] = [];

beforeAll(async () => {
  const clock = () => new Date(now);
  const env = { TRUST_PROXY: 'loopback' };
  installation = await startInstallation({
    roles: ['web'],
    env,
    clock,
    logTo: (line) => void log.push(line),
  });
});
afterAll(() => installation.stop());
/** A new minute, without the refusals of the previous test. */
beforeEach(() => {
  now += 60_000;
});

const statusOf = async (answer: Promise<Response>) => (await answer).status;

test('a token works for twenty minutes, longer while the desktop renews it or the phone uses it, and then expires', async () => {
  const anna = await desktopOf(installation);
  const code = await anna.makeCode();
  const phone = phoneOf(installation, code.token);
  now += PHONE_TRANSFER_LIFETIME_MS - 1_000;
  expect((await anna.renew(code.transferId)).status).toBe(200);
  now += PHONE_TRANSFER_LIFETIME_MS - 1_000;
  const created = await phone.create(jpegOf(900));
  const uploadId = created.headers.get('location')?.split('/').at(-1) ?? '';
  now += PHONE_TRANSFER_LIFETIME_MS - 1_000;
  expect((await phone.create(jpegOf(900))).status).toBe(201);
  now += PHONE_TRANSFER_LIFETIME_MS;
  const refused = [phone.open(), phone.create(jpegOf(900)), phone.commit(uploadId)].map(statusOf);
  expect(await Promise.all(refused)).toEqual([401, 401, 401]);
  expect((await anna.renew(code.transferId)).status).toBe(404);
  expect(await anna.countPhotos()).toBe(0);
});

test('a phone alone keeps its token for at most half a day', async () => {
  const anna = await desktopOf(installation);
  const phone = phoneOf(installation, (await anna.makeCode()).token);
  const until = now + MAX_USE_MS;
  let last = now;
  while ((await phone.open()).status === 200) {
    last = now;
    now += PHONE_TRANSFER_LIFETIME_MS - 1_000;
  }
  expect(last).toBeGreaterThan(until - PHONE_TRANSFER_LIFETIME_MS);
  expect(last).toBeLessThan(until + PHONE_TRANSFER_LIFETIME_MS);
});

test('a desktop that keeps renewing its code also keeps it for at most half a day', async () => {
  const anna = await desktopOf(installation);
  const { transferId, token } = await anna.makeCode();
  const until = now + MAX_USE_MS;
  while ((await anna.renew(transferId)).status === 200) {
    expect(Date.parse((await anna.read(transferId)).expiresAt)).toBeLessThanOrEqual(until);
    now += PHONE_TRANSFER_LIFETIME_MS / 2;
  }
  expect(now).toBeGreaterThanOrEqual(until);
  expect(await statusOf(phoneOf(installation, token).open())).toBe(401);
});

test('a hidden library accepts no files, neither from a phone with a code nor from its customer', async () => {
  const anna = await desktopOf(installation);
  const { token } = await anna.makeCode();
  const phone = phoneOf(installation, token);
  const started = (await phone.create(jpegOf(900))).headers.get('location')?.split('/').at(-1) ?? '';
  await hideLibrary(installation, anna.customerId);
  await vi.waitFor(async () => expect(await statusOf(phone.open())).toBe(403));
  const refused = [
    phone.open(),
    phone.create(jpegOf(900)),
    phone.commit(started),
    anna.call('POST', '/api/uploads/files', { 'upload-length': '9' }),
  ];
  for (const answer of await Promise.all(refused)) {
    expect([answer.status, (await answer.json()).code]).toEqual([403, 'library-hidden']);
  }
});

test('an ended token stays ended, also for its begun files', async () => {
  const anna = await desktopOf(installation);
  const code = await anna.makeCode();
  const phone = phoneOf(installation, code.token);
  const url = (await phone.create(jpegOf(900))).headers.get('location') ?? '';
  await anna.end(code.transferId);
  await anna.renew(code.transferId);
  const refused = [phone.open(), phone.call('HEAD', url), phone.commit(url.split('/').at(-1) ?? '')];
  expect(await Promise.all(refused.map(statusOf))).toEqual([401, 401, 401]);
});

test('a token reaches only the uploads of its own code; others look nonexistent', async () => {
  const [anna, noah] = [await desktopOf(installation), await desktopOf(installation)];
  const mine = phoneOf(installation, (await anna.makeCode()).token);
  const others = [
    (await phoneOf(installation, (await anna.makeCode()).token).create(jpegOf(900))).headers.get('location'),
    (await phoneOf(installation, (await noah.makeCode()).token).create(jpegOf(900))).headers.get('location'),
    await anna.create(900),
    `${PHONE}/files/${randomUUID()}`,
  ].map((url) => url?.split('/').at(-1) ?? '');
  const part = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
  const answers = [];
  for (const uploadId of others) {
    const url = `${PHONE}/files/${uploadId}`;
    const commit = await mine.commit(uploadId);
    const { correlationId: _, ...body } = await commit.json();
    const rest = [mine.call('HEAD', url), mine.call('PATCH', url, part, 'x'), mine.call('DELETE', url)];
    answers.push({ commit: commit.status, body, rest: await Promise.all(rest.map(statusOf)) });
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toMatchObject({ commit: 404, rest: [404, 404, 404] });
});

test('a phone without a report for a minute is disconnected; a code keeps reports of a limited number of phones [UPL-02]', async () => {
  const anna = await desktopOf(installation);
  const { token, transferId } = await anna.makeCode();
  await phoneOf(installation, token).report({ picked: 2 });
  now += SILENT_AFTER_MS - 1;
  expect((await anna.read(transferId)).phones).toMatchObject([{ isOpen: true, picked: 2 }]);
  now += 1;
  expect((await anna.read(transferId)).phones).toMatchObject([{ isOpen: false, picked: 2 }]);
  for (let phone = 0; phone < MAX_PHONES; phone++) await phoneOf(installation, token).report({});
  expect((await anna.read(transferId)).phones).toHaveLength(MAX_PHONES);
});

test('a token of one customer containing the id of another is invalid', async () => {
  const [anna, noah] = [await desktopOf(installation), await desktopOf(installation)];
  const [annas, noahs] = [await anna.makeCode(), await noah.makeCode()];
  const bytes = (token: string) => Buffer.from(token, 'base64url');
  const mixed = Buffer.concat([bytes(noahs.token).subarray(0, 16), bytes(annas.token).subarray(16)]);
  expect(await statusOf(phoneOf(installation, mixed.toString('base64url')).open())).toBe(401);
  await phoneOf(installation, annas.token).send(jpegOf(900));
  expect([await anna.countPhotos(), await noah.countPhotos()]).toEqual([1, 0]);
});

test('a token opens nothing else, and a sign-in token opens nothing of phones', async () => {
  const anna = await desktopOf(installation);
  const { token } = await anna.makeCode();
  const phone = phoneOf(installation, token);
  const json = { 'content-type': 'application/json' };
  for (const { endpoint } of installation.nodes[0]?.routes ?? []) {
    if (endpoint.access !== 'customer' && endpoint.access !== 'service') continue;
    const path = endpoint.path.replace(/\{\w+\}/g, () => randomUUID());
    const body = endpoint.method === 'GET' ? undefined : '{}';
    const url = SERVICE_PATHS[endpoint.service] + path;
    expect(await statusOf(phone.call(endpoint.method, url, json, body)), endpoint.name).toBe(401);
  }
  expect(await statusOf(phone.call('POST', '/api/uploads/files', { 'upload-length': '9' }))).toBe(401);
  expect(await statusOf(anna.call('POST', `${PHONE}/opening`))).toBe(401);
  expect(await statusOf(anna.call('POST', `${PHONE}/files`, { 'upload-length': '9' }))).toBe(401);
});

test('codes, their number and attempts with tokens are limited', async () => {
  const anna = await desktopOf(installation);
  const codes = [];
  for (let made = 0; made < MAX_CODES_PER_HOUR; made++) codes.push(await anna.makeCode());
  expect((await anna.ask('POST', 'uploads/phone-transfers', {})).status).toBe(429);
  const opened = [];
  for (const { token } of codes.slice(-MAX_LIVE_CODES - 1)) {
    opened.push(await statusOf(phoneOf(installation, token).open()));
  }
  expect(opened).toEqual([401, ...Array(MAX_LIVE_CODES).fill(200)]);
  const guess = phoneOf(installation, 'x'.repeat(64));
  const tries = [];
  for (let tried = 0; tried < MAX_REFUSALS_PER_MINUTE; tried++) tries.push(await statusOf(guess.open()));
  expect(new Set(tries.slice(0, -1))).toEqual(new Set([401]));
  expect(await statusOf(guess.open())).toBe(429);
});

test('refused tokens are counted per network, however many addresses it has', async () => {
  const anna = await desktopOf(installation);
  const good = phoneOf(installation, (await anna.makeCode()).token);
  const guess = phoneOf(installation, 'x'.repeat(64));
  const from = (address: string, phone = guess) =>
    statusOf(phone.call('POST', `${PHONE}/opening`, { 'x-forwarded-for': address }));
  const tries = [];
  for (let host = 1; host <= MAX_REFUSALS_PER_MINUTE; host++) {
    tries.push(await from(`2001:db8:0:1:${host.toString(16)}::${host}`));
  }
  expect(new Set(tries)).toEqual(new Set([401]));
  expect(await from('2001:db8:0:1:ffff::1')).toBe(429);
  expect(await from('2001:db8:0:1::1', good)).toBe(429);
  expect([await from('2001:db8:0:2::1'), await from('198.51.100.1')]).toEqual([401, 401]);
  expect(await from('2001:db8:0:2::1', good)).toBe(200);
  now += 60_000;
  expect(await from('2001:db8:0:1::1', good)).toBe(200);
});

test('simultaneous codes cannot exceed a limit', async () => {
  const anna = await desktopOf(installation);
  const make = () => anna.ask('POST', 'uploads/phone-transfers', {});
  const answers = await Promise.all(Array.from({ length: MAX_CODES_PER_HOUR + 9 }, make));
  const codes = answers.filter(({ status }) => status === 200).map(({ body }) => body as Code);
  expect(codes).toHaveLength(MAX_CODES_PER_HOUR);
  const opened = await Promise.all(codes.map(({ token }) => statusOf(phoneOf(installation, token).open())));
  expect(opened.filter((status) => status === 200)).toHaveLength(MAX_LIVE_CODES);
});

test('simultaneous files of a phone cannot exceed the limit of its code either', async () => {
  const anna = await desktopOf(installation);
  const { token, transferId } = await anna.makeCode();
  const { db } = installation.nodes[0]?.connection ?? {};
  await sql`insert into uploads (user_id, id, file_name, bytes, created_at, expires_at, closed_at, state, transfer_id)
    select ${anna.customerId}, gen_random_uuid(), 'x', 1, now(), now(), now(), 'refused', ${transferId}
    from generate_series(1, ${MAX_TRANSFERRED - 3})`.execute(db as NonNullable<typeof db>);
  const phone = phoneOf(installation, token);
  const answers = await Promise.all(Array.from({ length: 24 }, () => statusOf(phone.create(jpegOf(900)))));
  expect(answers.toSorted()).toEqual([201, 201, 201, ...Array(21).fill(403)]);
});

test('an id of another customer’s code is answered like an unknown one', async () => {
  const [anna, noah] = [await desktopOf(installation), await desktopOf(installation)];
  const { transferId } = await anna.makeCode();
  for (const ask of [
    noah.renew,
    noah.end,
    (id: string) => noah.ask('GET', `uploads/phone-transfers/${id}`),
  ]) {
    const answers = [];
    for (const id of [transferId, randomUUID()]) {
      const { status, body } = await ask(id);
      answers.push({ status, code: body.code });
    }
    expect(answers).toEqual(Array(2).fill({ status: 404, code: 'not-found' }));
  }
  expect((await anna.renew(transferId)).status).toBe(200);
});

test('no token is logged, and only hashes are stored', async () => {
  const anna = await desktopOf(installation);
  const { token } = await anna.makeCode();
  const phone = phoneOf(installation, token);
  await phone.open();
  await phone.send(jpegOf(900));
  await phone.call('POST', `${PHONE}/files`, { 'upload-length': 'none' });
  await phone.call('POST', `/phone?token=${token}`);
  expect(log.length).toBeGreaterThan(0);
  expect(log.join('\n')).not.toContain(token);
  const { db } = installation.nodes[0]?.connection ?? {};
  const rows = await db?.selectFrom('phone_transfers').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
});
