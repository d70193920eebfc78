import { getCustomer } from '@keepsake/contracts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { useSession, useSessionState } from '#/shared/session.ts';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { ShellSkeleton } from './shell-skeleton.tsx';

/** Lets only signed-in customers in [IDN-01], with a loader until that is known [IDN-03]. */
export function SignedInGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const session = useSession();
  const state = useSessionState();
  const { status } = state;

  useEffect(() => {
    if (status === 'starting') void session.start();
    if (status === 'signed-out') {
      const { pathname, search, hash } = window.location;
      // Without an answer of the provider there is nowhere to send the customer.
      session
        .signIn(`${pathname}${search}${hash}`)
        .catch(() => session.store.setState({ status: 'unreachable', wasSignedIn: false }, true));
    }
  }, [session, status]);

  if (status === 'unreachable') {
    return (
      <main>
        <title>{t('session.unreachableTitle')}</title>
        <ErrorState
          message={t(state.wasSignedIn ? 'session.stillSignedIn' : 'session.unreachable')}
          onRetry={() => session.store.setState({ status: 'starting' }, true)}
        />
      </main>
    );
  }
  if (status === 'starting' || status === 'signed-out') return <ShellSkeleton />;
  return <ExistingCustomer>{children}</ExistingCustomer>;
}

/** Sends customers whose account was deleted to logout [IDN-05, IDN-06]; nobody waits for the answer. */
function ExistingCustomer({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const { data, error } = useQuery({
    queryKey: ['Customer'],
    queryFn: ({ signal }) => call(getCustomer, {}, { signal }),
  });
  const isGone = data?.accountDeleted || (error instanceof ApiProblem && error.status === 404);
  useEffect(() => {
    if (isGone) void navigate({ to: '/logout', replace: true });
  }, [isGone, navigate]);
  return children;
}
