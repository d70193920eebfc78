import type { AppConfiguration } from '@keepsake/contracts';
import type { User, UserManager } from 'oidc-client-ts';
import { createStore } from 'zustand/vanilla';
import type { Session, SessionState } from '#/shared/session/session.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { identityOf } from './identity-of.ts';
import { keepFresh } from './keep-fresh.ts';
import { createRenewal } from './renewal.ts';
import { safeReturnPath } from './return-path.ts';
import { createUserManager } from './user-manager.ts';

/** A token with less left than this is renewed before it is used, in seconds. */
const TOO_SHORT_S = 10;

/** The session of this page. Throws while there is no configuration [ERR-08]. */
export function createSession(
  configuration: AppConfiguration | undefined,
  makeManager: (configuration: AppConfiguration) => UserManager = createUserManager,
): Session {
  if (!configuration) throw new Error('Config should be loaded before authentication');
  const manager = makeManager(configuration);
  const store = createStore<SessionState>(() => ({ status: 'starting' }));
  const askProvider = createRenewal(manager, configuration.identity.renewal);
  const settle = (user: User) =>
    store.setState({ status: 'signed-in', identity: identityOf(user.profile) }, true);
  manager.events.addUserLoaded(settle);

  async function renew() {
    const outcome = await askProvider();
    const state = store.getState();
    if (outcome === 'ended' && 'identity' in state) {
      store.setState({ status: 'expired', identity: state.identity }, true);
    }
    return outcome;
  }

  const session: Session = {
    store,
    renew,
    async start() {
      const kept = await manager.getUser();
      if (kept && !kept.expired) return settle(kept);
      const outcome = await askProvider();
      if (outcome !== 'renewed') {
        store.setState({ status: outcome === 'ended' ? 'signed-out' : 'unreachable' }, true);
      }
    },
    signIn: (returnTo) => manager.signinRedirect({ state: safeReturnPath(returnTo, window.location.origin) }),
    async signInOver() {
      const before = store.getState();
      const user = await manager.signinPopup({ popupAbortOnClose: true });
      const isAnotherCustomer = 'identity' in before && before.identity.sub !== user.profile.sub;
      // What is on the page belongs to somebody else.
      if (isAnotherCustomer) window.location.assign('/');
    },
    completeSignIn: (url) => completeSignIn(manager, url),
    async signOut() {
      const user = await manager.getUser();
      if (user) await manager.signoutRedirect({ id_token_hint: user.id_token, state: 'signed-out' });
    },
    async accessToken() {
      const user = await manager.getUser();
      if (user && (user.expires_in ?? 0) > TOO_SHORT_S) return user.access_token;
      if (user && store.getState().status === 'signed-in') await renew();
      return (await manager.getUser())?.access_token ?? null;
    },
    onToken: (listener) => manager.events.addUserLoaded((user) => listener(user.access_token)),
  };
  keepFresh(manager, session);
  return session;
}
