import { endpoint } from '@keepsake/contracts/platform/endpoint';
import * as fields from '@keepsake/contracts/platform/fields';
import { ID_BATCH_SIZE } from '@keepsake/contracts/platform/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { ApiProblem } from './api-problem.ts';
import { call, connectApi, downloadBlob, idBatches } from './call.ts';

const album = endpoint({
  name: 'getAlbum',
  service: 'photoManagement',
  method: 'GET',
  path: '/albums/{albumId}',
  params: z.object({ albumId: z.string() }),
  query: z.object({ limit: z.optional(z.number()), cursor: z.optional(z.string()) }),
  response: z.object({ name: z.string() }),
  sample: ({ albumId }) => ({ params: { albumId } }),
});
const rename = endpoint({
  name: 'renameAlbum',
  service: 'photoManagement',
  method: 'PATCH',
  path: '/albums',
  body: z.object({ name: z.string() }),
  sample: () => ({ body: { name: 'Summer' } }),
});
const notice = endpoint({
  name: 'getNotice',
  service: 'photoManagement',
  method: 'GET',
  path: '/notice',
  access: 'public',
  response: z.object({ text: z.string() }),
});

const fetched = vi.fn<typeof fetch>();
const renewAccess = vi.fn(async () => true);
const expire = vi.fn();
let token: string | null = 'token-1';

beforeEach(() => {
  token = 'token-1';
  fetched.mockReset();
  renewAccess.mockClear();
  expire.mockClear();
  vi.stubGlobal('fetch', fetched);
  const services = { photoManagement: 'https://api.example/photos/' };
  connectApi({ services, accessToken: async () => token, renewAccess, expire });
});
afterEach(() => vi.unstubAllGlobals());

const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const sent = (at = 0) => {
  const [url, init] = fetched.mock.calls[at] ?? [];
  return { url: String(url), method: init?.method, body: init?.body, headers: new Headers(init?.headers) };
};
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test('a call sends JSON, no-cache, its token and a correlation id [API-03] [API-04] [API-05] [API-06] [API-07]', async () => {
  fetched.mockResolvedValue(new Response(null, { status: 204 }));
  await call(rename, { body: { name: 'Skiing' } });
  const { url, method, body, headers } = sent();
  expect([method, url, body]).toEqual(['PATCH', 'https://api.example/photos/albums', '{"name":"Skiing"}']);
  expect(headers.get('content-type')).toBe('application/json');
  expect(headers.get('cache-control')).toBe('no-cache');
  expect(headers.get('authorization')).toBe('Bearer token-1');
  expect(headers.get('x-correlationid')).toMatch(/^[0-9a-f-]{36}$/);
});

test('a public call sends no token [API-06]', async () => {
  fetched.mockResolvedValue(answer(200, { text: 'Hello' }));
  await call(notice, {});
  expect(sent().headers.has('authorization')).toBe(false);
});

test('path and query are filled and encoded', async () => {
  fetched.mockResolvedValue(answer(200, { name: 'A' }));
  await call(album, { params: { albumId: 'a/b' }, query: { limit: 5 } });
  expect(sent().url).toBe('https://api.example/photos/albums/a%2Fb?limit=5');
});

test('a status that is not ok throws with status, url, code and the response’s reference [API-09]', async () => {
  fetched.mockResolvedValue(answer(409, { code: 'conflict', correlationId: 'abc' }));
  const error = await failureOf(call(rename, { body: { name: 'x' } }));
  expect(error).toBeInstanceOf(ApiProblem);
  expect(error).toMatchObject({
    status: 409,
    url: 'https://api.example/photos/albums',
    code: 'conflict',
    correlationId: 'abc',
  });
});

test('a response that violates its schema is a distinct problem [API-10] [API-11]', async () => {
  fetched.mockResolvedValue(answer(200, { name: 7 }));
  const error = await failureOf(call(album, { params: { albumId: 'a' }, query: {} }));
  expect(error).toMatchObject({ code: 'invalid-response', status: 200 });
});

test('unknown fields are accepted [API-10]', async () => {
  fetched.mockResolvedValue(answer(200, { name: 'A', color: 'red' }));
  expect(await call(album, { params: { albumId: 'a' }, query: {} })).toMatchObject({ name: 'A' });
});

const signInAgain = vi.fn(async () => true);
const closeAccount = endpoint({
  name: 'closeAccount',
  service: 'photoManagement',
  method: 'POST',
  path: '/close',
  recentSignIn: true,
});
const tooOld = () => answer(401, { code: 'recent-sign-in-required' });
function connectWithSignIn(): void {
  signInAgain.mockClear();
  const services = { photoManagement: 'https://api.example/photos/' };
  const tokens = { accessToken: async () => token, idToken: async () => 'id-token' };
  connectApi({ services, ...tokens, renewAccess, signInAgain });
}

test('a sign-in too old for a call is renewed once, and the call repeated [IDN-11]', async () => {
  connectWithSignIn();
  fetched.mockResolvedValueOnce(tooOld()).mockResolvedValueOnce(new Response(null, { status: 204 }));
  await call(closeAccount, {});
  expect(signInAgain).toHaveBeenCalledTimes(1);
  expect(renewAccess).not.toHaveBeenCalled();
  expect(sent(1).headers.get('x-id-token')).toBe('id-token');
});

test('a customer who declines to sign in again gets the failure; so does one whose sign-in does not help', async () => {
  connectWithSignIn();
  signInAgain.mockResolvedValueOnce(false);
  fetched.mockImplementation(async () => tooOld());
  expect(await failureOf(call(closeAccount, {}))).toMatchObject({ code: 'recent-sign-in-required' });
  expect(fetched).toHaveBeenCalledTimes(1);
  await failureOf(call(closeAccount, {}));
  expect(fetched).toHaveBeenCalledTimes(3);
});

test('an expired token is renewed before a new sign-in is offered', async () => {
  connectWithSignIn();
  fetched
    .mockResolvedValueOnce(answer(401, { code: 'unauthenticated' }))
    .mockResolvedValueOnce(tooOld())
    .mockResolvedValueOnce(new Response(null, { status: 204 }));
  await call(closeAccount, {});
  expect([renewAccess.mock.calls.length, signInAgain.mock.calls.length]).toEqual([1, 1]);
});

test('a rejected token is renewed once and the call repeated', async () => {
  fetched.mockResolvedValueOnce(answer(401, {})).mockResolvedValueOnce(new Response(null, { status: 204 }));
  renewAccess.mockImplementationOnce(async () => {
    token = 'token-2';
    return true;
  });
  await call(rename, { body: { name: 'x' } });
  expect(sent(1).headers.get('authorization')).toBe('Bearer token-2');
});

test('a token that is still rejected after one renewal ends the session [IDN-04]', async () => {
  fetched.mockImplementation(async () => answer(401, { code: 'unauthenticated' }));
  expect(await failureOf(call(rename, { body: { name: 'x' } }))).toMatchObject({ status: 401 });
  expect(renewAccess).toHaveBeenCalledTimes(1);
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(expire).toHaveBeenCalledTimes(1);
  renewAccess.mockResolvedValueOnce(false);
  await failureOf(call(rename, { body: { name: 'x' } }));
  expect(expire).toHaveBeenCalledTimes(1);
});

test('a lost network is a problem without a status; an abort is the caller’s own', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await failureOf(call(rename, { body: { name: 'x' } }))).toMatchObject({
    status: 0,
    code: 'network',
  });
  const signal = AbortSignal.abort();
  expect(await failureOf(call(rename, { body: { name: 'x' } }, { signal }))).toBe(signal.reason);
});

test('a file is fetched by GET with the customer’s token [API-08]', async () => {
  fetched.mockResolvedValue(new Response('bytes'));
  expect(await (await downloadBlob('https://api.example/file')).text()).toBe('bytes');
  expect(sent().method).toBe('GET');
  expect(sent().headers.get('authorization')).toBe('Bearer token-1');
});

const idsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`);

test.each([0, 1, ID_BATCH_SIZE, ID_BATCH_SIZE + 1, 100_000])(
  '%i ids are split into lists that a call accepts, each once',
  (count) => {
    const ids = idsOf(count);
    const batches = [...idBatches(ids)];
    expect(batches.flat()).toEqual(ids);
    for (const batch of batches) expect(fields.ids.safeParse(batch).success).toBe(true);
  },
);

test('a call aborted while it is being rejected renews nothing', async () => {
  const leaving = new AbortController();
  const refused = answer(401, { code: 'token-not-accepted' });
  vi.spyOn(refused, 'text').mockImplementation(async () => {
    leaving.abort();
    throw new DOMException('', 'AbortError');
  });
  fetched.mockResolvedValue(refused);
  const requested = call(album, { params: { albumId: 'a' }, query: {} }, { signal: leaving.signal });
  expect(await failureOf(requested)).toMatchObject({ name: 'AbortError' });
  expect(renewAccess).not.toHaveBeenCalled();
});
