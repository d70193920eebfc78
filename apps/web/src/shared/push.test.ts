import { PUSH_LIFETIME_MS, PUSH_UNAUTHENTICATED, type PushMessage } from '@keepsake/contracts/push';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakePush } from './push.fixture.ts';
import { kindOf, openWhenUsed } from './push.ts';
import { createPushClient } from './push-client.ts';

class FakeSocket {
  sent: string[] = [];
  isClosed = false;
  onopen: WebSocket['onopen'] = null;
  onmessage: WebSocket['onmessage'] = null;
  onclose: WebSocket['onclose'] = null;
  send = (data: unknown) => void this.sent.push(String(data));
  close = () => {
    this.isClosed = true;
    this.closeWith(1000);
  };
  closeWith = (code: number) => this.onclose?.call(this as never, { code } as never);
  async open() {
    this.onopen?.call(this as never, {} as never);
    await vi.advanceTimersByTimeAsync(0);
  }
  receive = (data: unknown) => this.onmessage?.call(this as never, { data } as never);
}

let sockets: FakeSocket[] = [];
let newToken: (token: string) => void = () => {};
let isPageVisible = true;
/** `isAgain` of each rejection. */
let refusals: boolean[] = [];
let received: PushMessage[] = [];

function openClient() {
  const client = createPushClient({
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    accessToken: async () => 'token-1',
    onToken: (listener) => {
      newToken = listener;
      return () => {};
    },
    onRefused: (isAgain) => void refusals.push(isAgain),
    isPageVisible: () => isPageVisible,
    random: () => 1,
  });
  return { client, stop: client.subscribe((message) => received.push(message)) };
}

const message = {
  type: 'photos-changed',
  id: '0190a5a5-0000-7000-8000-000000000001',
  timestamp: '2026-01-01T00:00:00Z',
  data: { change: 'ready', photoIds: [] },
};

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  received = [];
  isPageVisible = true;
});
afterEach(() => vi.useRealTimers());

test('it authenticates on open, and again with every new token [PSH-01]', async () => {
  openClient();
  newToken('too-early');
  await sockets[0]?.open();
  newToken('token-2');
  expect(sockets[0]?.sent.map((text) => JSON.parse(text))).toEqual([
    { action: 'authenticate', token: 'token-1' },
    { action: 'authenticate', token: 'token-2' },
  ]);
});

test('OK and anything invalid are ignored, a message is passed on [PSH-04] [PSH-05]', async () => {
  openClient();
  await sockets[0]?.open();
  for (const frame of ['OK', 'nonsense', '{}', '{"type":"unknown"}', new Uint8Array(2)])
    sockets[0]?.receive(frame);
  expect(received).toEqual([]);
  sockets[0]?.receive(JSON.stringify(message));
  expect(received).toEqual([message]);
});

test('it closes after 30 minutes and reopens [PSH-06]', async () => {
  openClient();
  await sockets[0]?.open();
  await vi.advanceTimersByTimeAsync(PUSH_LIFETIME_MS - 1);
  expect(sockets[0]?.isClosed).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(sockets[0]?.isClosed).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sockets).toHaveLength(2);
});

test('a hidden page has no channel until it is visible again', async () => {
  const { client } = openClient();
  await sockets[0]?.open();
  isPageVisible = false;
  sockets[0]?.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sockets).toHaveLength(1);
  isPageVisible = true;
  client.wake();
  expect(sockets).toHaveLength(2);
});

test('a server that is down is retried with growing delays', async () => {
  openClient();
  sockets[0]?.close();
  await vi.advanceTimersByTimeAsync(1_000);
  sockets[1]?.close();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sockets).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sockets).toHaveLength(3);
});

test('a channel that rejects its token says so, one that breaks off does not', async () => {
  refusals = [];
  openClient();
  sockets[0]?.closeWith(1006);
  expect(refusals).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  sockets[1]?.closeWith(PUSH_UNAUTHENTICATED);
  expect(refusals).toEqual([false]);
  await vi.advanceTimersByTimeAsync(2_000);
  sockets[2]?.closeWith(PUSH_UNAUTHENTICATED);
  expect(refusals).toEqual([false, true]);
  await vi.advanceTimersByTimeAsync(4_000);
  sockets[3]?.receive('OK');
  sockets[3]?.closeWith(PUSH_UNAUTHENTICATED);
  expect(refusals).toEqual([false, true, false]);
});

test('it closes when there are no more listeners', async () => {
  const { stop } = openClient();
  await sockets[0]?.open();
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sockets).toHaveLength(1);
  expect(sockets[0]?.isClosed).toBe(true);
});

test('a client is loaded for its first listener, and whoever stopped meanwhile receives nothing', async () => {
  vi.useRealTimers();
  const push = fakePush();
  const load = vi.fn(async () => push);
  const client = openWhenUsed(load);
  expect(load).not.toHaveBeenCalled();
  const kinds: string[] = [];
  const stopEarly = client.subscribe(() => kinds.push('too late'));
  const stop = client.subscribe((storage) => kinds.push(kindOf(storage)));
  stopEarly();
  await vi.waitFor(() => expect(push.countListeners()).toBe(1));
  push.say('storage-changed', {});
  expect(kinds).toEqual(['storage-changed']);
  stop();
  expect(push.countListeners()).toBe(0);
  expect(load).toHaveBeenCalledTimes(1);
});
