import { Button } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AS_DONE } from '#/shared/plain-pages.tsx';
import { useSession, useSessionState } from '#/shared/session.ts';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';

type Props = {
  /** Asks a signed-in customer first, if there is anything to ask. Whoever stays leaves this page. */
  question: (signOut: () => void) => ReactNode;
  /** What a customer who is signed out should know; undefined while it is looked up. */
  farewell: string | undefined;
};

/** Signs the customer out at the provider, which redirects back here, and confirms it [RTE-48]. */
export function LogoutPage({ question, farewell }: Props) {
  const { t } = useTranslation();
  const session = useSession();
  const { status } = useSessionState();
  const [hasFailed, setFailed] = useState(false);
  const next = useLocation({ select: ({ state }) => state.next });
  const isContinuing = useContinuation();

  if (hasFailed || status === 'unreachable') return <NotSignedOut onRetry={() => setFailed(false)} />;
  const signOut = () => void session.signOut(next).catch(() => setFailed(true));
  const isOut = status === 'signed-out' && farewell !== undefined && !isContinuing;
  return (
    <Page title={isOut ? t('session.signedOutTitle') : t('session.signingOut')} isCentred>
      {(status === 'signed-in' || status === 'expired') && question(signOut)}
      {isOut && (
        <EmptyState action={<Button onClick={() => void session.signIn('/')}>{t('session.signIn')}</Button>}>
          {farewell}
        </EmptyState>
      )}
    </Page>
  );
}

/** Looks for the session, and opens what is to follow once there is none; true once that is on its way. */
function useContinuation(): boolean {
  const session = useSession();
  const navigate = useNavigate();
  const { status } = useSessionState();
  const [isContinuing, setContinuing] = useState(false);
  // Before anything is painted: the farewell would flash, and be wrong after a deletion.
  useLayoutEffect(() => {
    if (status === 'starting') void session.start();
    const next = status === 'signed-in' ? null : session.takeNext();
    if (next === null) return;
    setContinuing(true);
    void navigate({ href: next, ...AS_DONE });
  }, [session, status, navigate]);
  return isContinuing;
}

/** Without an answer of the provider nothing has ended, and nothing says so. */
function NotSignedOut({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  const { store } = useSession();
  const state = useSessionState();
  const isUnknown = state.status === 'unreachable' && !state.wasSignedIn;
  function retry(): void {
    if (state.status === 'unreachable') store.setState({ status: 'starting' }, true);
    onRetry();
  }
  return (
    <Page title={t('session.notSignedOut')} isCentred>
      <ErrorState message={t(isUnknown ? 'session.unreachable' : 'session.stillSignedIn')} onRetry={retry} />
    </Page>
  );
}
