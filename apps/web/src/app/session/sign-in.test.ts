import type { UserManager } from 'oidc-client-ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { completeSignIn, safeReturnPath } from './sign-in.ts';

// @vitest-environment happy-dom

const reported = vi.hoisted(() => vi.fn());
vi.mock('#/shared/error-reports.ts', () => ({ reportFailure: reported }));

const manager = { signinCallback: vi.fn(), signinRedirect: vi.fn(async () => {}) };
const complete = (url = 'http://localhost:3000/signed-in?state=s&code=c') =>
  completeSignIn(manager as unknown as UserManager, url);
const replace = vi.fn();

beforeEach(() => {
  window.sessionStorage.clear();
  for (const mock of [manager.signinCallback, manager.signinRedirect, reported, replace]) mock.mockReset();
  vi.spyOn(window.location, 'replace').mockImplementation(replace);
});
afterEach(() => vi.restoreAllMocks());

test('[IDN-01] it goes on to the page that was asked for, with its query', async () => {
  manager.signinCallback.mockResolvedValue({ state: '/my-photos/photos?sort=created' });
  expect(await complete()).toBe('/my-photos/photos?sort=created');
});

test('a lost sign-in begins again once, silently', async () => {
  manager.signinCallback.mockRejectedValue(new Error('No matching state found in storage'));
  expect(await complete()).toBeNull();
  expect(manager.signinRedirect).toHaveBeenCalledTimes(1);
  expect(reported).not.toHaveBeenCalled();
});

test('[ERR-03] [ERR-04] another failure is reported and leads to the root, loaded anew', async () => {
  manager.signinCallback.mockRejectedValue(new Error('Invalid issuer'));
  expect(await complete()).toBeNull();
  expect(reported).toHaveBeenCalledWith('AUTHENTICATION', expect.any(Error));
  expect(replace).toHaveBeenCalledWith('/');
});

test('[ERR-03] a second failure in a row shows itself instead of going round in circles', async () => {
  manager.signinCallback.mockRejectedValue(new Error('Invalid issuer'));
  await complete();
  replace.mockClear();
  await expect(complete()).rejects.toThrow('Invalid issuer');
  expect(replace).not.toHaveBeenCalled();
});

const ORIGIN = 'https://photos.example';

test('a page is returned to with its query and fragment', () => {
  expect(safeReturnPath('/my-photos/photos?sort=created#2024-07', ORIGIN)).toBe(
    '/my-photos/photos?sort=created#2024-07',
  );
});

test.each([
  'https://evil.example/',
  '//evil.example',
  'javascript:alert(1)',
  '/\\evil.example',
  '/signed-in?code=1',
  '/logout',
  undefined,
  7,
])('%s leads home instead', (wanted) => {
  expect(safeReturnPath(wanted, ORIGIN)).toBe('/');
});
