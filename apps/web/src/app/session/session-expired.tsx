import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { lazyPart } from '#/shared/lazy-part.tsx';
import { useSessionState } from '#/shared/session.ts';

const SessionExpiredDialog = lazyPart(() => import('./session-expired-dialog.tsx'));

/** Offers sign-in over the page when the session has expired [IDN-04], and reloads the page's data afterwards. */
export function SessionExpired() {
  const { status } = useSessionState();
  const queryClient = useQueryClient();
  const wasExpired = useRef(false);

  useEffect(() => {
    if (status === 'expired') wasExpired.current = true;
    if (status !== 'signed-in' || !wasExpired.current) return;
    wasExpired.current = false;
    void queryClient.invalidateQueries();
  }, [status, queryClient]);

  return status === 'expired' && <SessionExpiredDialog />;
}
