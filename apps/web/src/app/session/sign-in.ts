import { reportFailure } from '#/shared/error-reports.ts';
import { leaveFor, leaveUnasked } from '#/shared/leave-page.ts';
import type { Session, SessionState, SignInHow } from '#/shared/session.ts';
import { visitStorage } from '#/shared/surviving-storage.ts';
import { askInWindow, notifyOpener } from './ask-provider.ts';
import type { OpenIdClient, RequestParameters } from './openid-client.ts';
import type { TokenStore } from './token-store.ts';

type SignIn = Pick<
  Session,
  'signIn' | 'signInOver' | 'addPasskey' | 'completeSignIn' | 'signOut' | 'takeNext' | 'forget'
>;

const NEXT = 'keepsake.after-sign-out';

type Deps = {
  client: OpenIdClient;
  tokens: TokenStore;
  store: Session['store'];
  /** Tells the browser's other tabs that this customer signs out. */
  announce: (sub: string) => void;
  /** Ends the session at our own server, for providers that do not notify it of a sign-out. */
  endHere?: () => Promise<unknown>;
};

/** Redirects to the identity provider and handles the return. */
export function createSignIn(deps: Deps): SignIn {
  const { client, tokens, store } = deps;
  async function leaveForSignIn(wanted: string, parameters: RequestParameters): Promise<void> {
    const returnTo = safeReturnPath(wanted, window.location.origin);
    await leaveFor(await client.signInUrl({ kind: 'page', returnTo, parameters }));
  }
  return {
    signIn: (returnTo, how) =>
      leaveForSignIn(returnTo, {
        ...anew(store.getState(), how),
        screen_hint: how?.isNew ? 'signup' : undefined,
      }),
    signInOver: (how) => signInOver(deps, how),
    addPasskey(returnTo) {
      const state = store.getState();
      return leaveForSignIn(returnTo, {
        prompt: 'create_passkey',
        login_hint: 'identity' in state ? state.identity.email : undefined,
        // Makes the provider require this customer, even if somebody else is signed in there.
        id_token_hint: tokens.read()?.id_token,
      });
    },
    completeSignIn: (url) => completeSignIn(deps, url),
    signOut: (next) => signOut(deps, next),
    takeNext() {
      const next = visitStorage.getItem(NEXT);
      visitStorage.removeItem(NEXT);
      return next;
    },
    async forget() {
      tokens.remove();
      store.setState({ status: 'signed-out' }, true);
    },
  };
}

/** Parameters that require a new sign-in; `auth_time` proves it (RFC 9470). */
function anew(state: SessionState, { isAnew = false }: SignInHow = {}) {
  if (!isAnew) return {};
  return { max_age: 0, ...('identity' in state && { login_hint: state.identity.email }) };
}

/** Signs in in a popup; false if another customer did. */
async function signInOver({ client, tokens, store }: Deps, how?: SignInHow): Promise<boolean> {
  const before = store.getState();
  const parameters = { display: 'popup', ...anew(before, how) };
  const answer = await askInWindow(() => client.signInUrl({ kind: 'window', parameters }));
  const next = (await client.finishSignIn(answer)).tokens;
  const isAnotherCustomer = 'identity' in before && before.identity.sub !== next.profile.sub;
  if (!isAnotherCustomer) {
    tokens.write(next);
    return true;
  }
  // The page shows the one customer's data and uploads their photos: it never gets the other's token.
  tokens.remove();
  document.body.hidden = true;
  void leaveUnasked('/');
  return false;
}

async function signOut({ client, tokens, store, announce, endHere }: Deps, next?: string): Promise<void> {
  const stored = tokens.read();
  if (!stored) return;
  // Half of it would look like a sign-out, while the provider still knows the customer.
  if (!navigator.onLine) throw new Error('Nobody can be signed out offline');
  announce(stored.profile.sub);
  if (endHere) await endHere().catch((error) => reportFailure('SIGN_OUT', error));
  if (next) visitStorage.setItem(NEXT, next);
  try {
    tokens.remove();
    // In place of this page, so that Back does not lead to it.
    await leaveUnasked(await client.signOutUrl(stored.id_token));
  } catch (error) {
    // The provider has no sign-out or is down: the customer must not wait for it.
    reportFailure('SIGN_OUT', error);
    visitStorage.removeItem(NEXT);
  }
  store.setState({ status: 'signed-out' }, true);
}

const RECOVERED = 'keepsake.sign-in-recovered';

/**
 * Completes a sign-in from the provider's redirect address. Returns the path to go to, or null if the page is left or closed
 * instead: the popup has notified its opener. A lost sign-in (an old tab, a bookmarked address) is silently restarted once, because the provider usually still
 * knows the customer. Other failures are reported [ERR-03] and, if the address has a state, lead to the root, reloaded
 * [ERR-04].
 */
async function completeSignIn({ client, tokens }: Deps, url: string): Promise<string | null> {
  const kind = client.answeredKind(url);
  if (kind === 'window' && notifyOpener(url)) return null;
  try {
    const { tokens: granted, returnTo } = await client.finishSignIn(url);
    tokens.write(granted);
    visitStorage.removeItem(RECOVERED);
    return safeReturnPath(returnTo, window.location.origin);
  } catch (error) {
    // What cannot be noted would be tried for ever.
    const isRecoverable = visitStorage.getItem(RECOVERED) === null && visitStorage.setItem(RECOVERED, 'true');
    if (isRecoverable && kind === null) {
      // `replace` keeps this address out of the history.
      window.location.replace(await client.signInUrl({ kind: 'page' }));
      return null;
    }
    reportFailure('AUTHENTICATION', error);
    if (!isRecoverable) throw error;
    if (new URL(url).searchParams.has('state')) window.location.replace('/');
    return null;
  }
}

/** Pages that start or end a session: never returned to. */
const NO_RETURN = ['/signed-in', '/silent-renew', '/logout'];

/** The path, query and fragment of a page of this site; '/' for any other address. */
export function safeReturnPath(wanted: unknown, origin: string): string {
  if (typeof wanted !== 'string' || !URL.canParse(wanted, origin)) return '/';
  const url = new URL(wanted, origin);
  if (url.origin !== origin || NO_RETURN.includes(url.pathname)) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}
