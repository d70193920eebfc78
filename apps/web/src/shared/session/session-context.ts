import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { Identity, Session, SessionState } from './session.ts';

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('There is no session around this component');
  return session;
}

export function useSessionState(): SessionState {
  return useStore(useSession().store);
}

/** The signed-in customer, as the identity token tells [IDN-02]. Only below the signed-in gate. */
export function useCustomer(): Identity & { isB2b: boolean } {
  const state = useSessionState();
  if (state.status !== 'signed-in' && state.status !== 'expired') throw new Error('Nobody is signed in');
  return { ...state.identity, isB2b: state.identity.b2bAuthenticationMethod !== null };
}
