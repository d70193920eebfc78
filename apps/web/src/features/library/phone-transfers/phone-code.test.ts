import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectApi } from '#/shared/api/call.ts';
import { answer as answered, takeReports } from '#/shared/error-reports.fixture.ts';
import { createPhoneCode } from './phone-code.ts';

const transferId = '00000000-0000-4000-8000-000000000001';
let now: number;
let answer: () => Response;

beforeEach(() => {
  vi.useFakeTimers();
  now = Date.now();
  answer = works(20 * 60_000);
  connectApi({
    services: { uploads: '/u' },
    accessToken: async () => 'token',
    renewAccess: async () => false,
  });
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => answer()),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const works = (milliseconds: number) => () =>
  Response.json({
    transferId,
    expiresAt: new Date(Date.now() + milliseconds).toISOString(),
    target: 'album',
  });
const refused = () => Response.json({ code: 'unauthenticated' }, { status: 401 });

function start(token = 'token') {
  const onOpened = vi.fn();
  return { code: createPhoneCode({ token: () => token, onOpened }), onOpened };
}

test('a valid code is opened once, however often it is checked [UPL-02]', async () => {
  const { code, onOpened } = start();
  await code.open();
  await code.check();
  expect(code.store.getState()).toEqual({ status: 'ready', target: 'album' });
  expect(onOpened).toHaveBeenCalledExactlyOnceWith(transferId);
});

test('at its end it is checked again: a renewed one continues, otherwise it has expired [UPL-02]', async () => {
  const { code } = start();
  await code.open();
  await vi.advanceTimersByTimeAsync(20 * 60_000 + 2_000);
  expect(code.store.getState().status).toBe('ready');
  expect(Date.now()).toBeGreaterThan(now);
  answer = refused;
  await vi.advanceTimersByTimeAsync(20 * 60_000 + 2_000);
  expect(code.store.getState().status).toBe('expired');
});

test('with a clock that is ahead it is checked no more than twice a minute', async () => {
  answer = works(-60_000);
  const { code } = start();
  await code.open();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetch).toHaveBeenCalledTimes(3);
});

test('an address without a token has no code; a server that is down can be asked again', async () => {
  const { code: missing } = start('');
  await missing.open();
  expect(missing.store.getState().status).toBe('missing');
  expect(fetch).not.toHaveBeenCalled();
  const { code } = start();
  answer = () => Response.json({}, { status: 503 });
  await code.open();
  expect(code.store.getState().status).toBe('unreachable');
  answer = works(60_000);
  await code.open();
  expect(code.store.getState().status).toBe('ready');
});

test('a hidden library accepts no photos with any code', async () => {
  const { code } = start();
  answer = () => Response.json({ code: 'library-hidden' }, { status: 403 });
  await code.open();
  expect(code.store.getState().status).toBe('hidden');
});

test('a valid code is not considered expired when the network is lost', async () => {
  const { code } = start();
  await code.open();
  answer = () => Response.json({}, { status: 503 });
  await code.check();
  expect(code.store.getState().status).toBe('ready');
});

test('a code that the server cannot check is reported, also while it is shown; one that has ended is not [ERR-02]', async () => {
  let status = 500;
  const reported = takeReports(() => (status === 200 ? works(60_000)() : answered(status)));
  const { code } = start();
  await code.open();
  expect(code.store.getState().status).toBe('unreachable');
  expect(reported).toEqual(['OPEN_PHONE_TRANSFER_FAILED']);
  status = 200;
  await code.check();
  status = 503;
  await code.check();
  expect(code.store.getState().status).toBe('ready');
  expect(reported).toHaveLength(2);
  status = 401;
  await code.check();
  expect(reported).toHaveLength(2);
});

test('a hidden library and a lost network are shown, and no failures [ERR-02]', async () => {
  const reported = takeReports(() => answered(403, { code: 'library-hidden' }));
  await start().code.open();
  expect(reported).toEqual([]);
  const lost = takeReports(() => new TypeError('Failed to fetch'));
  const { code } = start();
  await code.open();
  expect(code.store.getState().status).toBe('unreachable');
  expect(lost).toEqual([]);
});
