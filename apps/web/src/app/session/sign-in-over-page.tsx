import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { lazyPart } from '#/shared/lazy-part.tsx';
import { useSession, useSessionState } from '#/shared/session.ts';

const SignInDialog = lazyPart(() => import('./sign-in-dialog.tsx'));

/**
 * Offers sign-in over the page when the session has expired [IDN-04], reloading the page's data afterwards, or when a call
 * needs a more recent sign-in.
 */
export function SignInOverPage() {
  const { status } = useSessionState();
  const { isForSignIn } = useStore(useSession().waiting);
  const queryClient = useQueryClient();
  const wasExpired = useRef(false);

  useEffect(() => {
    if (status === 'expired') wasExpired.current = true;
    if (status !== 'signed-in' || !wasExpired.current) return;
    wasExpired.current = false;
    void queryClient.invalidateQueries();
  }, [status, queryClient]);

  if (status === 'expired') return <SignInDialog />;
  return isForSignIn && <SignInDialog isForCall />;
}
