import { createStore } from 'zustand/vanilla';
import type { Session } from '#/shared/session.ts';

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
