import type { AppConfiguration } from '@keepsake/contracts';
import { InMemoryWebStorage, UserManager, WebStorageStateStore } from 'oidc-client-ts';

/**
 * The OpenID client of this page. Renewal is ours (renewal.ts), not the library's: it runs under a lock of all tabs
 * and does not end a session because a provider is busy.
 */
export function createUserManager({ identity }: AppConfiguration): UserManager {
  const { origin } = window.location;
  const authority = new URL(identity.authority, origin).href.replace(/\/$/, '');
  // Against a provider on the same site the token stays in memory; else the refresh token must survive a reload.
  const store = identity.renewal === 'session' ? new InMemoryWebStorage() : window.sessionStorage;
  return new UserManager({
    authority,
    client_id: identity.clientId,
    scope: identity.scope,
    redirect_uri: `${origin}/signed-in`,
    silent_redirect_uri: `${origin}/silent-renew`,
    post_logout_redirect_uri: `${origin}/logout`,
    userStore: new WebStorageStateStore({ store, prefix: 'keepsake.user.' }),
    stateStore: new WebStorageStateStore({ store: window.localStorage, prefix: 'keepsake.sign-in.' }),
    automaticSilentRenew: false,
    monitorSession: false,
    // With a scope the provider would give no new identity token, and the claims would grow stale.
    refreshTokenAllowedScope: '',
  });
}
