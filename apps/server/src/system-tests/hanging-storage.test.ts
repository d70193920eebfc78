import { setTimeout as pause } from 'node:timers/promises';
import type { Photo } from '@keepsake/contracts/library/photos';
import pino from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { openBrowser } from '../modules/account/sign-in/browser.fixture.ts';
import { PASSWORD, signIn } from '../modules/account/sign-in/identity.fixture.ts';
import { startS3Server } from '../platform/objects/testing/s3-server.ts';
import { type FaultProxy, HTTP_FAULTS, startFaultProxy } from '../platform/testing/fault-proxy.ts';
import { createCall } from '../testing/call-api.ts';
import { asCustomerId } from '../testing/customer-ids.ts';
import { freePort } from '../testing/free-port.ts';
import { newJpeg } from '../testing/photos.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';
import { clientOf } from '../testing/upload-client.ts';

const EMAIL = 'anna@example.com';
/** Longer than any of these calls takes on a busy machine, and shorter than a call waits for a store that hangs. */
const IN_TIME_MS = 4_500;
vi.setConfig({ testTimeout: 60_000 });

let bucket: Awaited<ReturnType<typeof startS3Server>>;
let proxy: FaultProxy;
let installation: Installation;
let publicUrl: string;
const lines: { level: number; msg: string; route?: string; err?: Error }[] = [];
beforeAll(async () => {
  bucket = await startS3Server();
  proxy = await startFaultProxy({ to: { host: '127.0.0.1', port: bucket.port }, ...HTTP_FAULTS });
  const PORT = String(await freePort());
  publicUrl = `http://127.0.0.1:${PORT}`;
  const env = { PORT, PUBLIC_URL: publicUrl, STORAGE_URL: bucket.addressAt(proxy.port) };
  installation = await startInstallation({
    identity: 'embedded',
    env,
    logTo: (line) => void lines.push(JSON.parse(line)),
  });
});
afterAll(async () => {
  await installation.stop();
  proxy.stop();
  await bucket.stop();
});

/** A customer with an account and a photo that can be seen. */
async function seedAnna() {
  const account = await installation.nodes[0]?.identity?.createAccount({
    email: EMAIL,
    name: 'Anna',
    password: PASSWORD,
    channel: 'pennyfern',
    identityType: 'consumer',
    locale: 'en-GB',
  });
  const customerId = asCustomerId(account?.id ?? '');
  const call = createCall({ address: publicUrl, tokenFor: installation.tokenFor });
  const client = clientOf(publicUrl, customerId, await installation.tokenFor(customerId));
  const { photo } = await client.commit(await client.send(await newJpeg(400, 300)));
  const read = () => call<Photo>(customerId, 'GET', `/photo-management/photos/${photo.imageId}`);
  await expect.poll(async () => (await read()).body.thumbnailState, { timeout: 20_000 }).toBe('success');
  const { thumbnails, untouchedUrl } = (await read()).body;
  return { customerId, call, addresses: [thumbnails[0]?.url ?? '', untouchedUrl] };
}

/** Loads a photo again and again. */
async function view(address: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const answer = await fetch(publicUrl + address, { signal }).catch(() => null);
    await answer?.arrayBuffer().catch(() => null);
    await pause(500);
  }
}

const timed = async <Answer>(act: () => Promise<Answer>): Promise<{ answer: Answer; ms: number }> => {
  const before = performance.now();
  const answer = await act();
  return { answer, ms: performance.now() - before };
};
const fetchAll = (addresses: readonly string[]) =>
  Promise.all(addresses.map((address) => fetch(publicUrl + address)));
const statusesOf = async (addresses: readonly string[]) =>
  (await fetchAll(addresses)).map(({ status }) => status);

test('a store that hangs costs photos alone: they fail at once, everything else works, and it heals by itself', async () => {
  const { customerId, call, addresses } = await seedAnna();
  expect(await statusesOf(addresses)).toEqual([200, 200]);
  const silence = proxy.fail({ fault: 'hang' });

  // A page of photos in each of five windows, and their next attempts.
  const windows = new AbortController();
  onTestFinished(() => windows.abort());
  const viewing = Array.from({ length: 50 }, (_, index) => view(addresses[index % 2] ?? '', windows.signal));
  const others = {
    'a sign-in': () => signIn({ issuer: `${publicUrl}/oidc`, publicUrl }, openBrowser(publicUrl), EMAIL),
    orders: () => call(customerId, 'GET', '/orders/v2/superorders/me'),
    'the overview': () => call(customerId, 'GET', '/overview/me'),
    'a page of photos': () => call(customerId, 'GET', '/photo-management/photos'),
    configuration: () => fetch(`${publicUrl}/config.json`),
  };
  async function expectOthersInTime(): Promise<void> {
    for (const [what, act] of Object.entries(others)) {
      const { answer, ms } = await timed<object>(act);
      if ('status' in answer) expect(answer.status, what).toBe(200);
      expect(ms, what).toBeLessThan(IN_TIME_MS);
    }
  }
  await expectOthersInTime();
  await expect
    .poll(async () => (await timed(() => fetchAll(addresses))).ms, { timeout: 20_000 })
    .toBeLessThan(1_000);
  await expectOthersInTime();
  const [failed] = await fetchAll(addresses);
  expect([failed?.status, failed?.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await failed?.json()).toMatchObject({ code: 'unavailable' });
  const refused = lines.filter(({ route, err }) => route && err?.message.includes('not asked for now'));
  expect(refused.length).toBeGreaterThan(2);
  expect(new Set(refused.map(({ level }) => level))).toEqual(new Set([pino.levels.values.debug]));
  const ready = await fetch(`${publicUrl}/health/ready`);
  expect([ready.status, await ready.json()]).toEqual([
    200,
    expect.objectContaining({ status: 'ready', database: 'there', storage: 'away' }),
  ]);
  expect(await (await fetch(`${publicUrl}/metrics`)).text()).toContain(
    'keepsake_circuit_open{service="storage"} 1',
  );

  silence.heal();
  await expect.poll(() => statusesOf(addresses), { timeout: 15_000 }).toEqual([200, 200]);
  windows.abort();
  await Promise.all(viewing);
  await expect
    .poll(async () => (await (await fetch(`${publicUrl}/health/ready`)).json()).storage, { timeout: 15_000 })
    .toBe('there');
  const changes = lines.filter(({ msg }) => /^a service (does not answer|answers again)/.test(msg));
  expect(changes.map(({ level }) => level)).toEqual([pino.levels.values.error, pino.levels.values.info]);
});
