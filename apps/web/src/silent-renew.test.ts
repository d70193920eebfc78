// @vitest-environment happy-dom
import { UserManager } from 'oidc-client-ts';
import { expect, test, vi } from 'vitest';

test('the tiny renewal page says what oidc-client-ts would say', async () => {
  window.location.href = 'http://localhost:3000/silent-renew?code=c&state=s';
  const postMessage = vi.spyOn(window.parent, 'postMessage').mockImplementation(() => {});
  const manager = new UserManager({
    authority: 'http://localhost:3000/oidc',
    client_id: 'web',
    redirect_uri: 'http://localhost:3000/signed-in',
  });
  await manager.signinSilentCallback();
  // @ts-expect-error The entry exports nothing: loading it runs it.
  await import('./silent-renew.ts');
  const [library, ours] = postMessage.mock.calls;
  expect(ours).toEqual(library);
});
