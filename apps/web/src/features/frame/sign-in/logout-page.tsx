import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession, useSessionState } from '#/shared/session.ts';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { Page } from '#/shared/ui/page.tsx';

/** Signs the customer out at the provider, which redirects back here, and confirms it [RTE-48]. */
export function LogoutPage() {
  const { t } = useTranslation();
  const session = useSession();
  const navigate = useNavigate();
  const { status } = useSessionState();

  useEffect(() => {
    const next = status === 'signed-in' ? null : session.takeNext();
    if (next !== null) void navigate({ href: next, replace: true });
  }, [session, status, navigate]);

  useEffect(() => {
    if (status === 'starting') void session.start();
    if (status === 'signed-in' || status === 'expired') void session.signOut();
  }, [session, status]);

  const isOut = status === 'signed-out' || status === 'unreachable';
  return (
    <Page title={isOut ? t('session.signedOutTitle') : t('session.signingOut')} isCentred>
      {isOut && (
        <EmptyState action={<Button onClick={() => void session.signIn('/')}>{t('session.signIn')}</Button>}>
          {t('session.signedOut')}
        </EmptyState>
      )}
    </Page>
  );
}
