import type { AppConfiguration } from '@keepsake/contracts';
import type { User, UserManager } from 'oidc-client-ts';
import { createStore } from 'zustand/vanilla';
import type { Session, SessionState } from '#/shared/session.ts';
import { identityOf } from './identity-of.ts';
import { keepFresh } from './keep-fresh.ts';
import { createRenewal } from './renewal.ts';
import { createWays } from './sign-in-and-out.ts';
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
  manager.events.addUserLoaded((user) => store.setState(signedIn(user), true));

  const session: Session = {
    store,
    ...createTokens(manager, store, createRenewal(manager, configuration.identity.renewal)),
    ...createWays(manager, store),
  };
  keepFresh(manager, session);
  return session;
}

const signedIn = (user: User): SessionState => ({ status: 'signed-in', identity: identityOf(user.profile) });

type Tokens = Pick<Session, 'start' | 'renew' | 'accessToken' | 'onToken'>;

/** What finds, renews and hands out the token. */
function createTokens(manager: UserManager, store: Session['store'], askProvider: Session['renew']): Tokens {
  async function renew() {
    const outcome = await askProvider();
    const state = store.getState();
    if (outcome === 'ended' && 'identity' in state) {
      store.setState({ status: 'expired', identity: state.identity }, true);
    }
    return outcome;
  }
  return {
    renew,
    async start() {
      const kept = await manager.getUser();
      if (kept && !kept.expired) return store.setState(signedIn(kept), true);
      const outcome = await askProvider();
      if (outcome === 'ended') store.setState({ status: 'signed-out' }, true);
      if (outcome === 'unreachable')
        store.setState({ status: 'unreachable', wasSignedIn: kept !== null }, true);
    },
    async accessToken() {
      const user = await manager.getUser();
      if (user && (user.expires_in ?? 0) > TOO_SHORT_S) return user.access_token;
      if (user && store.getState().status === 'signed-in') await renew();
      return (await manager.getUser())?.access_token ?? null;
    },
    onToken: (listener) => manager.events.addUserLoaded((user) => listener(user.access_token)),
  };
}
