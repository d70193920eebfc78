import type { UserManager } from 'oidc-client-ts';
import { reportFailure } from '#/shared/error-reports.ts';
import type { Session, SessionState, SignInHow } from '#/shared/session.ts';

type SignIn = Pick<
  Session,
  'signIn' | 'signInOver' | 'addPasskey' | 'completeSignIn' | 'signOut' | 'takeNext' | 'forget'
>;

const NEXT = 'keepsake.after-sign-out';

/** Leads to the identity provider and back. */
export function createSignIn(
  manager: UserManager,
  store: Session['store'],
  endHere?: () => Promise<unknown>,
): SignIn {
  return {
    signIn: (returnTo, how) =>
      manager.signinRedirect({
        state: safeReturnPath(returnTo, window.location.origin),
        ...anew(store.getState(), how),
        ...(how?.isNew && {
          extraQueryParams: { ...manager.settings.extraQueryParams, screen_hint: 'signup' },
        }),
      }),
    async signInOver(how) {
      const before = store.getState();
      const user = await manager.signinPopup({ popupAbortOnClose: true, ...anew(before, how) });
      const isAnotherCustomer = 'identity' in before && before.identity.sub !== user.profile.sub;
      // The page shows another customer's data.
      if (isAnotherCustomer) window.location.assign('/');
      return !isAnotherCustomer;
    },
    async addPasskey(returnTo) {
      const user = await manager.getUser();
      await manager.signinRedirect({
        state: safeReturnPath(returnTo, window.location.origin),
        prompt: 'create_passkey',
        login_hint: user?.profile.email,
        // Whoever is signed in there as somebody else has to sign in as this customer.
        extraQueryParams: { ...manager.settings.extraQueryParams, id_token_hint: user?.id_token ?? '' },
      });
    },
    completeSignIn: (url) => completeSignIn(manager, url),
    async signOut(next) {
      const user = await manager.getUser();
      if (!user) return;
      if (endHere) await endHere().catch((error) => reportFailure('SIGN_OUT', error));
      if (next) window.sessionStorage.setItem(NEXT, next);
      try {
        await manager.signoutRedirect({ id_token_hint: user.id_token, state: 'signed-out' });
      } catch (error) {
        // It has no sign-out, or is away: the customer must not wait for it.
        reportFailure('SIGN_OUT', error);
        window.sessionStorage.removeItem(NEXT);
        store.setState({ status: 'signed-out' }, true);
      }
    },
    takeNext() {
      const next = window.sessionStorage.getItem(NEXT);
      window.sessionStorage.removeItem(NEXT);
      return next;
    },
    async forget() {
      await manager.removeUser();
      store.setState({ status: 'signed-out' }, true);
    },
  };
}

/** What the provider is asked for a sign-in that has to be new: its time alone proves that it is (RFC 9470). */
function anew(state: SessionState, { isAnew = false }: SignInHow = {}) {
  if (!isAnew) return {};
  return { max_age: 0, ...('identity' in state && { login_hint: state.identity.email }) };
}

const RECOVERED = 'keepsake.sign-in-recovered';

/**
 * Finishes a sign-in with the address the provider sent the browser to. Returns the path to go to; null in the small
 * window, which has notified its opener. A lost sign-in ('no matching state': an old tab, a bookmarked address) starts
 * again once, silently, because the provider usually still knows the customer. Other failures are reported
 * [ERR-03] and, if the address has a state, lead to the root, reloaded [ERR-04].
 */
export async function completeSignIn(manager: UserManager, url: string): Promise<string | null> {
  try {
    const user = await manager.signinCallback(url);
    window.sessionStorage.removeItem(RECOVERED);
    return user ? safeReturnPath(user.state, window.location.origin) : null;
  } catch (error) {
    const isRecoverable = window.sessionStorage.getItem(RECOVERED) === null;
    window.sessionStorage.setItem(RECOVERED, 'true');
    if (isRecoverable && isStateLost(error)) {
      await manager.signinRedirect({ state: '/' });
      return null;
    }
    reportFailure('AUTHENTICATION', error);
    if (!isRecoverable) throw error;
    if (new URL(url).searchParams.has('state')) window.location.replace('/');
    return null;
  }
}

function isStateLost(error: unknown): boolean {
  return error instanceof Error && /no matching state|no state in response/i.test(error.message);
}

/** Pages that lead into or out of a session: nobody returns to them. */
const NO_RETURN = ['/signed-in', '/silent-renew', '/logout'];

/** The path, query and fragment of a page of this site; '/' for anything that leads elsewhere. */
export function safeReturnPath(wanted: unknown, origin: string): string {
  if (typeof wanted !== 'string' || !URL.canParse(wanted, origin)) return '/';
  const url = new URL(wanted, origin);
  if (url.origin !== origin || NO_RETURN.includes(url.pathname)) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}
