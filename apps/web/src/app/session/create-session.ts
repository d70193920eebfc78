import { type AppConfiguration, B2B_CLAIM } from '@keepsake/contracts';
import {
  type IdTokenClaims,
  InMemoryWebStorage,
  type User,
  UserManager,
  WebStorageStateStore,
} from 'oidc-client-ts';
import { createStore } from 'zustand/vanilla';
import type { Identity, Session, SessionState } from '#/shared/session.ts';
import { askWithoutFrame } from './ask-without-frame.ts';
import { keepFresh } from './keep-fresh.ts';
import { createRenewal } from './renewal.ts';
import { createSignIn } from './sign-in.ts';
import { createWaiting } from './waiting.ts';

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
    ...createSignIn(manager, store, configuration.identity.accountPages && endHere),
    notAccepted(problem) {
      store.setState({ status: 'not-accepted', problem }, true);
      return false;
    },
    expire() {
      const state = store.getState();
      if (state.status === 'signed-in') store.setState({ status: 'expired', identity: state.identity }, true);
    },
    ...createWaiting(),
  };
  keepFresh(manager, session);
  return session;
}

/** Its token ends with a sign-out, also where the provider does not tell us. */
const endHere = async () => (await import('./end-here.ts')).endHere();

const signedIn = (user: User): SessionState => ({ status: 'signed-in', identity: identityOf(user.profile) });

type Tokens = Pick<Session, 'start' | 'renew' | 'accessToken' | 'idToken' | 'onToken'>;

/** Finds, renews and returns the token. */
function createTokens(manager: UserManager, store: Session['store'], askProvider: Session['renew']): Tokens {
  async function renew() {
    // Another token of the same kind would be refused as well, and the page must not flicker.
    if (store.getState().status === 'not-accepted') return 'ended';
    const outcome = await askProvider();
    const state = store.getState();
    const isFrameRefused = outcome === 'frame-refused';
    if ((outcome === 'ended' || isFrameRefused) && 'identity' in state) {
      store.setState({ status: 'expired', identity: state.identity, isFrameRefused }, true);
    }
    return outcome;
  }
  return {
    renew,
    async start() {
      const kept = await manager.getUser();
      if (kept && !kept.expired) return store.setState(signedIn(kept), true);
      const outcome = await askProvider();
      if (outcome === 'ended' || outcome === 'frame-refused') store.setState({ status: 'signed-out' }, true);
      if (outcome === 'unreachable')
        store.setState({ status: 'unreachable', wasSignedIn: kept !== null }, true);
    },
    async accessToken() {
      const user = await manager.getUser();
      if (user && (user.expires_in ?? 0) > TOO_SHORT_S) return user.access_token;
      if (user && store.getState().status === 'signed-in') await renew();
      return (await manager.getUser())?.access_token ?? null;
    },
    idToken: async () => (await manager.getUser())?.id_token ?? null,
    onToken: (listener) => manager.events.addUserLoaded((user) => listener(user.access_token)),
  };
}

/**
 * The OpenID client of this page. Renewal is ours (renewal.ts), not the library's: it runs under a lock of all tabs
 * and does not end a session because a provider is busy.
 */
function createUserManager({ identity, channel }: AppConfiguration): UserManager {
  const { origin } = window.location;
  const authority = new URL(identity.authority, origin).href.replace(/\/$/, '');
  // Against a provider on the same site the token stays in memory; else the refresh token must survive a reload.
  const store = identity.renewal === 'session' ? new InMemoryWebStorage() : window.sessionStorage;
  const settings = {
    authority,
    metadata: identity.metadata,
    client_id: identity.clientId,
    scope: identity.scope,
    // On a host of several brands only this tells the sign-in pages which one is asked for.
    extraQueryParams: { ...identity.parameters, channel },
    redirect_uri: `${origin}/signed-in`,
    silent_redirect_uri: `${origin}/silent-renew`,
    post_logout_redirect_uri: `${origin}/logout`,
    userStore: new WebStorageStateStore({ store, prefix: 'keepsake.user.' }),
    stateStore: new WebStorageStateStore({ store: window.localStorage, prefix: 'keepsake.sign-in.' }),
    automaticSilentRenew: false,
    monitorSession: false,
  };
  const isOurs = new URL(authority).origin === origin;
  return new UserManager(settings, undefined, undefined, isOurs ? askWithoutFrame : undefined);
}

/** The claims we use of an identity token [IDN-02]. */
export function identityOf(claims: IdTokenClaims): Identity {
  return {
    sub: claims.sub,
    email: claims.email ?? '',
    name: claims.name ?? null,
    identityType: textClaim(claims, 'identity_type'),
    b2bAuthenticationMethod: textClaim(claims, B2B_CLAIM),
  };
}

function textClaim(claims: IdTokenClaims, name: string): string | null {
  const value = claims[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
