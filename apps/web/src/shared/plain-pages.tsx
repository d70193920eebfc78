import { Navigate, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useIsSignedIn, useSession, useSessionState } from './session.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** At a page that reports something: whether that was done just before, in this tab. */
    isDone?: boolean;
  }
}

/** How to navigate to the page that reports what was just done; it survives a reload. */
export const AS_DONE = { replace: true, state: { isDone: true } } as const;

/** Surrounds a page that reports what was just done: where nothing was, such as at an address opened by hand, it leads home. */
export function OnlyWhenDone({ children }: { children: ReactNode }) {
  // As the page was opened: `location` is ahead of it once the customer goes on.
  const [isDone] = useState(useLocation({ select: ({ state }) => state.isDone === true }));
  return isDone ? children : <Navigate to="/" replace />;
}

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
