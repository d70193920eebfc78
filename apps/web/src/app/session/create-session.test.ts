// @vitest-environment happy-dom
import type { AppConfiguration } from '@keepsake/contracts';
import { ErrorResponse, type User, type UserManager } from 'oidc-client-ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { createSession, identityOf } from './create-session.ts';

const configuration = {
  identity: { authority: '/oidc', clientId: 'web', scope: 'openid', renewal: 'session' },
} as AppConfiguration;

const claims = {
  sub: 'customer-1',
  email: 'anna@example.com',
  identity_type: 'consumer',
  iss: 'i',
  aud: 'a',
  exp: 0,
  iat: 0,
};
const userWith = (token: string, sub = 'customer-1') =>
  ({ access_token: token, expires_in: 300, expired: false, profile: { ...claims, sub } }) as unknown as User;

/** A provider of our own: it holds one user and answers silent renewals as told. */
function fakeManager() {
  let user: User | null = null;
  const loaded = new Set<(user: User) => void>();
  const settle = (next: User) => {
    user = next;
    for (const listener of loaded) listener(next);
    return next;
  };
  return {
    signinSilent: vi.fn(async () => settle(userWith('token-1'))),
    signinPopup: vi.fn(async () => settle(userWith('token-2'))),
    signinRedirect: vi.fn(async (_: { state: string }) => {}),
    signoutRedirect: vi.fn(async () => {}),
    getUser: async () => user,
    settle,
    events: {
      addUserLoaded: (listener: (user: User) => void) => {
        loaded.add(listener);
        return () => loaded.delete(listener);
      },
    },
  };
}

let manager: ReturnType<typeof fakeManager>;
const open = () => createSession(configuration, () => manager as unknown as UserManager);
const refusal = (error: string) => new ErrorResponse({ error });

beforeEach(() => {
  manager = fakeManager();
});

test('[ERR-08] a session without a configuration is refused', () => {
  expect(() => createSession(undefined)).toThrow('Config should be loaded before authentication');
});

test('[IDN-02] the identity token tells e-mail, subject, identity type and B2B authentication method', () => {
  expect(identityOf({ ...claims, name: 'Anna', b2b_authentication_method: 'sso' })).toEqual({
    sub: 'customer-1',
    email: 'anna@example.com',
    name: 'Anna',
    identityType: 'consumer',
    b2bAuthenticationMethod: 'sso',
  });
});

test('a session at the provider is found without showing anything', async () => {
  const session = open();
  await session.start();
  expect(session.store.getState()).toMatchObject({ status: 'signed-in', identity: { sub: 'customer-1' } });
  expect(await session.accessToken()).toBe('token-1');
});

test.each([
  ['login_required', 'signed-out'],
  ['invalid_grant', 'signed-out'],
  ['server_error', 'unreachable'],
  ['temporarily_unavailable', 'unreachable'],
])('a first answer of %s means %s', async (error, status) => {
  manager.signinSilent.mockRejectedValue(refusal(error));
  const session = open();
  await session.start();
  expect(session.store.getState().status).toBe(status);
});

test('only who was signed in here is told so while the provider is away', async () => {
  manager.signinSilent.mockRejectedValue(refusal('server_error'));
  const visitor = open();
  await visitor.start();
  expect(visitor.store.getState()).toEqual({ status: 'unreachable', wasSignedIn: false });
  manager.settle({ ...userWith('token-0'), expired: true } as User);
  const customer = open();
  await customer.start();
  expect(customer.store.getState()).toEqual({ status: 'unreachable', wasSignedIn: true });
});

test('a provider that is away does not end a session', async () => {
  const session = open();
  await session.start();
  manager.signinSilent.mockRejectedValue(new Error('Internal Server Error (500)'));
  expect(await session.renew()).toBe('unreachable');
  expect(session.store.getState().status).toBe('signed-in');
});

test('[IDN-04] a session that ended offers sign-in over the page and goes on with the same customer', async () => {
  const session = open();
  await session.start();
  manager.signinSilent.mockRejectedValue(refusal('login_required'));
  expect(await session.renew()).toBe('ended');
  expect(session.store.getState()).toMatchObject({ status: 'expired', identity: { sub: 'customer-1' } });
  await session.signInOver();
  expect(session.store.getState().status).toBe('signed-in');
  expect(await session.accessToken()).toBe('token-2');
});

test('[IDN-04] another customer does not see what was on the page', async () => {
  const session = open();
  await session.start();
  manager.signinSilent.mockRejectedValue(refusal('login_required'));
  await session.renew();
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  manager.signinPopup.mockImplementation(async () => manager.settle(userWith('token-3', 'customer-2')));
  await session.signInOver();
  expect(assign).toHaveBeenCalledWith('/');
});

test('[SHL-13] a sign-out leads on to where it was asked to, once; without one of the provider it ends here', async () => {
  const session = open();
  await session.start();
  await session.signOut('/account-deleted');
  expect([session.takeNext(), session.takeNext()]).toEqual(['/account-deleted', null]);
  manager.signoutRedirect.mockRejectedValue(new Error('No end session endpoint'));
  await session.signOut('/account-deleted');
  expect(session.takeNext()).toBeNull();
  expect(session.store.getState()).toEqual({ status: 'signed-out' });
});

test('a token of a kind that is not taken is not renewed', async () => {
  const session = open();
  await session.start();
  manager.signinSilent.mockClear();
  session.notAccepted({} as Parameters<typeof session.notAccepted>[0]);
  expect(await session.renew()).toBe('ended');
  expect(manager.signinSilent).not.toHaveBeenCalled();
  expect(session.store.getState().status).toBe('not-accepted');
});

test('calls that meet an ended token at the same time renew it once', async () => {
  const session = open();
  await session.start();
  manager.signinSilent.mockClear();
  await Promise.all([session.renew(), session.renew(), session.renew()]);
  expect(manager.signinSilent).toHaveBeenCalledTimes(1);
});

test('[IDN-01] sign-in remembers the page that was asked for', async () => {
  await open().signIn('/my-photos/photos?sort=created');
  expect(manager.signinRedirect).toHaveBeenCalledWith({ state: '/my-photos/photos?sort=created' });
});

test('[IDN-11] calls that need a newer sign-in wait for the same one', async () => {
  const session = open();
  const answers = Promise.all([session.signInAgain(), session.signInAgain()]);
  expect(session.waiting.getState().isForSignIn).toBe(true);
  session.endWaiting(true);
  expect(await answers).toEqual([true, true]);
  const declined = session.signInAgain();
  session.endWaiting(false);
  expect(await declined).toBe(false);
  expect(session.waiting.getState().isForSignIn).toBe(false);
});

test('a newer sign-in asks the provider for the password of the same customer', async () => {
  const session = open();
  await session.start();
  expect(await session.signInOver({ isAnew: true })).toBe(true);
  expect(manager.signinPopup).toHaveBeenCalledWith(
    expect.objectContaining({ max_age: 0, login_hint: 'anna@example.com' }),
  );
});
