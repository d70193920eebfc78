import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#/shared/session.ts';
import { ErrorState } from '#/shared/ui/error-state.tsx';

/** Completes a sign-in and opens the page the customer asked for. */
export function SignedInPage() {
  const { t } = useTranslation();
  const session = useSession();
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>(null);

  useEffect(() => {
    finishOnce(() => session.completeSignIn(window.location.href)).then(
      (path) => (path === null ? undefined : navigate({ href: path, replace: true })),
      setError,
    );
  }, [session, navigate]);

  return (
    <main aria-busy={!error}>
      <title>{t('session.signingIn')}</title>
      {error ? (
        <ErrorState message={t('session.failed')} onRetry={() => window.location.replace('/')} />
      ) : null}
    </main>
  );
}

let finishing: Promise<string | null> | undefined;

/** The provider's code works only once, but in development React runs effects twice. */
function finishOnce(finish: () => Promise<string | null>): Promise<string | null> {
  finishing ??= finish();
  return finishing;
}
