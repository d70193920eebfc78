import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { ApiProblem } from './api/api-problem.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** At `/logout`: whether the customer is signed out without the question about unsaved photos. */
    isUnasked?: boolean;
    /** At `/logout`: the path to open once the customer is signed out. */
    next?: string;
  }
}

/** How to navigate to `/logout` once the customer has answered, or when nobody can stay anyway. */
export const UNASKED = { ignoreBlocker: true, state: { isUnasked: true } } as const;

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
  /** Looking for a session; the page shows a loader [IDN-03]. */
  | { status: 'starting' }
  | { status: 'signed-in'; identity: Identity }
  /** Ended while the page was in use; sign-in is offered over the page [IDN-04]. */
  | {
      status: 'expired';
      identity: Identity;
      /** The browser blocks renewal in a hidden frame, and there is no alternative. */
      isFrameRefused?: boolean;
    }
  | { status: 'signed-out' }
  /** The identity provider gave no usable answer; `wasSignedIn` is the state last known to this page. */
  | { status: 'unreachable'; wasSignedIn: boolean }
  /** The customer has signed in, but the platform rejects this kind of token; only the operator can fix that. */
  | { status: 'not-accepted'; problem: ApiProblem };

/** `isAnew`: the provider asks for the password even if it knows the customer. `isNew`: it offers to create an account first. */
export type SignInHow = { isAnew?: boolean; isNew?: boolean };

/** 'frame-refused': only a hidden frame could renew the session, but the browser withholds the provider's cookies from it. */
export type RenewalOutcome = 'renewed' | 'ended' | 'frame-refused' | 'unreachable';

/** The customer's session; one per page, created outside React. */
export type Session = {
  store: StoreApi<SessionState>;
  /** Looks for a session without showing anything. */
  start: () => Promise<void>;
  /** Redirects to the identity provider, and afterwards back to `returnTo`, a path of this site. */
  signIn: (returnTo: string, how?: SignInHow) => Promise<void>;
  /**
   * Signs in again in a popup over the page; rejects when it is blocked or closed. Resolves to false for another customer, who
   * must not see the page.
   */
  signInOver: (how?: SignInHow) => Promise<boolean>;
  /** Redirects to the provider's page for creating a passkey, and afterwards back to `returnTo`. */
  addPasskey: (returnTo: string) => Promise<void>;
  /** Whether a call is waiting for the customer to sign in again; the session itself stays valid. */
  waiting: StoreApi<{ isForSignIn: boolean }>;
  /** Offers a new sign-in over the page; resolves to whether the customer signed in. */
  signInAgain: () => Promise<boolean>;
  /** Called when the customer has signed in again, or declined. */
  endWaiting: (isSignedIn: boolean) => void;
  /** Completes a sign-in at `/signed-in`; returns the path to go to, or null if the page is left or closed instead. */
  completeSignIn: (url: string) => Promise<string | null>;
  /**
   * Ends the session here, in this browser's other tabs, and at the provider, which redirects to `/logout` and from there to
   * `next`. Nothing asks any more: whoever calls this has. Resolves only if the provider has no sign-out; the customer is then
   * signed out here alone. Rejects without a connection, before anything has ended.
   */
  signOut: (next?: string) => Promise<void>;
  /** The id of the customer who was last signed out in this tab; null for none. */
  signedOutCustomer: () => string | null;
  /** The path to open after a completed sign-out; null for none. */
  takeNext: () => string | null;
  /** Signs this page out after its session has ended elsewhere, without asking the provider. */
  forget: () => Promise<void>;
  /** Shows a single page instead of letting every call fail in the same way. */
  notAccepted: (problem: ApiProblem) => false;
  renew: () => Promise<RenewalOutcome>;
  /** Offers sign-in over the page: the server rejects renewed tokens, because the session has ended. */
  expire: () => void;
  accessToken: () => Promise<string | null>;
  idToken: () => Promise<string | null>;
  /** Calls back with every new token; returns the function to unsubscribe. */
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

/** Whether a customer is known, which includes one whose session has expired. */
export function useIsSignedIn(): boolean {
  return 'identity' in useSessionState();
}

/** The signed-in customer, from the ID token [IDN-02]. Only usable below the signed-in gate. */
export function useCustomer(): Identity {
  const state = useSessionState();
  if (state.status !== 'signed-in' && state.status !== 'expired') throw new Error('Nobody is signed in');
  return state.identity;
}

/** Identity type and subject for calls about the customer's own account. */
export function useOwnIdentity(): { type: string; sub: string } {
  const { sub, identityType } = useCustomer();
  return { type: identityType ?? 'external', sub };
}
