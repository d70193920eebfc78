import { useEffect } from 'react';
import { useIsSignedIn, useSession, useSessionState } from './session.ts';

/** For pages outside the shell that are a customer's: leads to the sign-in where nobody is known. Whether somebody is. */
export function useSignInFirst(): boolean {
  const session = useSession();
  const { status } = useSessionState();
  useEffect(() => {
    if (status === 'starting') void session.start();
    if (status === 'signed-out') void session.signIn('/');
  }, [session, status]);
  return useIsSignedIn();
}
