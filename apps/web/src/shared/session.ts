import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { ApiProblem } from './api/api-problem.ts';

/** Claims of the identity token [IDN-02]. */
export type Identity = {
  /** Account id. */
  sub: string;
  email: string;
  name: string | null;
  identityType: string | null;
  b2bAuthenticationMethod: string | null;
};

export type SessionState =
  /** Looking for a session: the page shows a loader [IDN-03]. */
  | { status: 'starting' }
  | { status: 'signed-in'; identity: Identity }
  /** Ended while the page was in use: sign-in is offered over the page [IDN-04]. */
  | {
      status: 'expired';
      identity: Identity;
      /** The browser does not let the provider renew it in a hidden frame, and there is no other way. */
      isFrameRefused?: boolean;
    }
  | { status: 'signed-out' }
  /** The identity provider gave no usable answer; `wasSignedIn` is what this page knows. */
  | { status: 'unreachable'; wasSignedIn: boolean }
  /** The customer has signed in, but the platform takes no token of that kind: only the operator can change it. */
  | { status: 'not-accepted'; problem: ApiProblem };

/**
 * With `isAnew` the provider asks for the password even if it knows the customer; with `isNew` it offers to create an account
 * first.
 */
export type SignInHow = { isAnew?: boolean; isNew?: boolean };

/** 'frame-refused': only a hidden frame could renew it, which the browser keeps from the provider's cookies. */
export type RenewalOutcome = 'renewed' | 'ended' | 'frame-refused' | 'unreachable';

/** The customer's session; one per page, made outside React. */
export type Session = {
  store: StoreApi<SessionState>;
  /** Looks for a session without showing anything. */
  start: () => Promise<void>;
  /** Leads to the identity provider, and afterwards back to `returnTo`, a path of this site. */
  signIn: (returnTo: string, how?: SignInHow) => Promise<void>;
  /**
   * Signs in again in a small window over the page; rejects when it is blocked or closed. False for another customer, to
   * whom the page is not shown.
   */
  signInOver: (how?: SignInHow) => Promise<boolean>;
  /** Leads to the provider's page where the customer makes a passkey, and afterwards back to `returnTo`. */
  addPasskey: (returnTo: string) => Promise<void>;
  /** Whether a call waits for a new sign-in of the customer, whose session is as it was. */
  waiting: StoreApi<{ isForSignIn: boolean }>;
  /** Offers a new sign-in over the page; resolves with whether it was made. */
  signInAgain: () => Promise<boolean>;
  /** The customer signed in anew, or would rather not. */
  endWaiting: (isSignedIn: boolean) => void;
  /** Finishes a sign-in at `/signed-in`; returns the path to go to, or null in the small window. */
  completeSignIn: (url: string) => Promise<string | null>;
  /**
   * Ends the session here and at the provider, which leads back to `/logout`, and from there to `next`. Comes to an end only where
   * the provider has no sign-out: then the customer is signed out here alone.
   */
  signOut: (next?: string) => Promise<void>;
  /** Where a sign-out that has come back leads to; null for nowhere else. */
  takeNext: () => string | null;
  /** Signs this page out whose session has been ended elsewhere, without asking the provider. */
  forget: () => Promise<void>;
  /** Shows one page in place of calls that would all be refused alike. */
  notAccepted: (problem: ApiProblem) => false;
  renew: () => Promise<RenewalOutcome>;
  /** Offers the sign-in over the page: the server refuses what the provider renews, for the session has ended. */
  expire: () => void;
  accessToken: () => Promise<string | null>;
  idToken: () => Promise<string | null>;
  /** Calls back with every new token; returns the function that stops it. */
  onToken: (listener: (token: string) => void) => () => void;
};

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('There is no session around this component');
  return session;
}

export function useSessionState(): SessionState {
  return useStore(useSession().store);
}

/** Whether a customer is known; one whose session has expired still is. */
export function useIsSignedIn(): boolean {
  return 'identity' in useSessionState();
}

/** The signed-in customer, from the identity token [IDN-02]. Only below the signed-in gate. */
export function useCustomer(): Identity {
  const state = useSessionState();
  if (state.status !== 'signed-in' && state.status !== 'expired') throw new Error('Nobody is signed in');
  return state.identity;
}

/** Which identity the calls of the customer are about. */
export function useOwnIdentity(): { type: string; sub: string } {
  const { sub, identityType } = useCustomer();
  return { type: identityType ?? 'external', sub };
}
