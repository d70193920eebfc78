import type { AppConfiguration } from '@keepsake/contracts/frame/configuration';
import { B2B_CLAIM } from '@keepsake/contracts/platform/start-of-page';
import { createStore } from 'zustand/vanilla';
import type { Identity, Session, SessionState } from '#/shared/session.ts';
import { visitStorage } from '#/shared/surviving-storage.ts';
import { keepFresh } from './keep-fresh.ts';
import { createOpenIdClient } from './openid-client.ts';
import { createRenewal } from './renewal.ts';
import { createSignIn } from './sign-in.ts';
import { syncSignOuts } from './sign-outs.ts';
import {
  type Claims,
  createTokenStore,
  hasExpired,
  secondsLeft,
  type TokenSet,
  type TokenStore,
} from './token-store.ts';

/** A token with less time left is renewed before it is used, in seconds. */
const TOO_SHORT_S = 10;

/** Creates the page's session. Throws while there is no configuration [ERR-08]. */
export function createSession(configuration: AppConfiguration | undefined): Session {
  if (!configuration) throw new Error('Config should be loaded before authentication');
  const { renewal, accountPages } = configuration.identity;
  const client = createOpenIdClient(configuration);
  // With a provider on the same site the token stays in memory; otherwise the refresh token must survive a reload.
  const storage = renewal === 'session' ? undefined : visitStorage;
  const tokens = createTokenStore(`keepsake.user.user:${client.authority}:${client.clientId}`, storage);
  const store = createStore<SessionState>(() => ({ status: 'starting' }));
  tokens.listen((next) => store.setState(signedIn(next), true));

  const signOuts = syncSignOuts(tokens, store);
  const askProvider = createRenewal(client, tokens, renewal);

  const session: Session = {
    store,
    ...createTokens({ tokens, store, askProvider, isSignedOutElsewhere: signOuts.takeElsewhere }),
    ...createSignIn({ client, tokens, store, announce: signOuts.announce, endHere: accountPages && endHere }),
    signedOutCustomer: signOuts.signedOutCustomer,
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
  keepFresh(tokens, session);
  return session;
}

/** Revokes the token on sign-out, even if the provider does not notify us. */
const endHere = async () => (await import('./end-here.ts')).endHere();

const signedIn = ({ profile }: TokenSet): SessionState => ({
  status: 'signed-in',
  identity: identityOf(profile),
});

type Tokens = Pick<Session, 'start' | 'renew' | 'accessToken' | 'idToken' | 'onToken'>;

type TokensDeps = {
  tokens: TokenStore;
  store: Session['store'];
  askProvider: Session['renew'];
  isSignedOutElsewhere: () => boolean;
};

/** Finds, renews and returns the token. */
function createTokens({ tokens, store, askProvider, isSignedOutElsewhere }: TokensDeps): Tokens {
  async function renew() {
    // Another token of the same kind would be rejected as well, and the page must not flicker.
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
      if (isSignedOutElsewhere()) return store.setState({ status: 'signed-out' }, true);
      const stored = tokens.read();
      if (stored && !hasExpired(stored)) return store.setState(signedIn(stored), true);
      const outcome = await askProvider();
      if (outcome === 'ended' || outcome === 'frame-refused') store.setState({ status: 'signed-out' }, true);
      if (outcome === 'unreachable')
        store.setState({ status: 'unreachable', wasSignedIn: stored !== null }, true);
    },
    async accessToken() {
      const stored = tokens.read();
      if (stored && (secondsLeft(stored) ?? 0) > TOO_SHORT_S) return stored.access_token;
      if (stored && store.getState().status === 'signed-in') await renew();
      return tokens.read()?.access_token ?? null;
    },
    idToken: async () => tokens.read()?.id_token ?? null,
    onToken: (listener) => tokens.listen(({ access_token }) => listener(access_token)),
  };
}

/** The ID token claims that we use [IDN-02]. */
export function identityOf(claims: Claims): Identity {
  return {
    sub: claims.sub,
    email: textClaim(claims, 'email') ?? '',
    name: textClaim(claims, 'name'),
    identityType: textClaim(claims, 'identity_type'),
    b2bAuthenticationMethod: textClaim(claims, B2B_CLAIM),
  };
}

function textClaim(claims: Claims, name: string): string | null {
  const value = claims[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Calls waiting for a new sign-in; all share the one that the dialog offers. */
export function createWaiting(): Pick<Session, 'waiting' | 'signInAgain' | 'endWaiting'> {
  const waiting = createStore(() => ({ isForSignIn: false }));
  let requested: PromiseWithResolvers<boolean> | null = null;
  return {
    waiting,
    signInAgain() {
      requested ??= Promise.withResolvers<boolean>();
      waiting.setState({ isForSignIn: true });
      return requested.promise;
    },
    endWaiting(isSignedIn) {
      waiting.setState({ isForSignIn: false });
      requested?.resolve(isSignedIn);
      requested = null;
    },
  };
}
