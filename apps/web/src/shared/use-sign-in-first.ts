import { useEffect } from 'react';
import { useIsSignedIn, useSession, useSessionState } from './session.ts';

/** For customers' pages outside the shell: redirects to sign-in if nobody is signed in, and returns whether somebody is. */
export function useSignInFirst(): boolean {
  const session = useSession();
  const { status } = useSessionState();
  useEffect(() => {
    if (status === 'starting') void session.start();
    if (status === 'signed-out') void session.signIn('/');
  }, [session, status]);
  return useIsSignedIn();
}
