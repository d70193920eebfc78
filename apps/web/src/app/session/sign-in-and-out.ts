import type { UserManager } from 'oidc-client-ts';
import type { Session } from '#/shared/session.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { safeReturnPath } from './return-path.ts';

type Ways = Pick<Session, 'signIn' | 'signInOver' | 'completeSignIn' | 'signOut'>;

/** The ways to the identity provider and back. */
export function createWays(manager: UserManager, store: Session['store']): Ways {
  return {
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
  };
}
