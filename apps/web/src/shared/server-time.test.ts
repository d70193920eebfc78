import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendRequest } from './api/send-request.ts';
import { learnServerTime, serverNow } from './server-time.ts';

const DEVICE = new Date('2026-06-01T12:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now: DEVICE });
});
afterEach(() => {
  learnServerTime(DEVICE.toUTCString());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a device that is years off goes by the time of the last answer, which goes on', () => {
  learnServerTime('Mon, 01 Jun 2026 11:59:20 GMT');
  expect(serverNow()).toEqual(DEVICE);
  learnServerTime('Wed, 03 Jun 2020 08:00:00 GMT');
  expect(serverNow()).toEqual(new Date('2020-06-03T08:00:00Z'));
  vi.advanceTimersByTime(5_000);
  expect(serverNow()).toEqual(new Date('2020-06-03T08:00:05Z'));
});

test('an answer without a time, or with nonsense, changes nothing for a device that is right', () => {
  learnServerTime('Wed, 03 Jun 2020 08:00:00 GMT');
  learnServerTime(null);
  expect(serverNow()).toEqual(new Date('2020-06-03T08:00:00Z'));
  learnServerTime('yesterday');
  expect(serverNow()).toEqual(DEVICE);
});

test('a file, which may come from the cache of the browser, says nothing', async () => {
  vi.stubGlobal(
    'fetch',
    async () => new Response('', { headers: { date: 'Sun, 31 May 2026 08:00:00 GMT' } }),
  );
  await sendRequest({ endpoint: 'downloadBlob', method: 'GET', url: '/photo', token: null, isFile: true });
  expect(serverNow()).toEqual(DEVICE);
});

test('every answer to a call says the time, refusals too', async () => {
  const refusal = () =>
    Response.json({}, { status: 409, headers: { date: 'Wed, 03 Jun 2020 08:00:00 GMT' } });
  vi.stubGlobal('fetch', async () => refusal());
  const outgoing = { endpoint: 'getOrders', method: 'GET', url: '/orders', token: null };
  await expect(sendRequest(outgoing)).rejects.toThrow();
  expect(serverNow()).toEqual(new Date('2020-06-03T08:00:00Z'));
});
