import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainFrame, ShellSkeleton } from '#/features/frame/shell/index.ts';
import { pause } from '#/shared/api/retry.ts';
import { type Session, useSession } from '#/shared/session.ts';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';

/** Completes a sign-in and opens the page the customer asked for; says so meanwhile, and if nothing comes of it [IDN-03]. */
export function SignedInPage() {
  const { t } = useTranslation();
  const hasFailed = useCompletion();
  if (!hasFailed) return <ShellSkeleton />;
  return (
    <PlainFrame>
      <Page title={t('errors.title')} isCentred>
        <ErrorState message={t('session.failed')} onRetry={() => window.location.replace('/')} />
      </Page>
    </PlainFrame>
  );
}

/** How long a page may stand that is to be left, or closed by the page that opened it, in milliseconds. */
const LEFT_WITHIN_MS = 8_000;

/** Whether nothing has come of the sign-in. */
function useCompletion(): boolean {
  const session = useSession();
  const navigate = useNavigate();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const gone = new AbortController();
    // Reported where the sign-in is completed.
    const fail = () => !gone.signal.aborted && setFailed(true);
    completeOnce(session, window.location.href)
      .then((path) =>
        path === null
          ? pause(LEFT_WITHIN_MS, gone.signal).then(fail)
          : navigate({ href: path, replace: true }),
      )
      .catch(fail);
    return () => gone.abort();
  }, [session, navigate]);
  return hasFailed;
}

let last: { url: string; completed: Promise<string | null> } | undefined;

/** The provider's code works only once, but in development React runs effects twice. */
function completeOnce(session: Session, url: string): Promise<string | null> {
  if (last?.url !== url) last = { url, completed: session.completeSignIn(url) };
  return last.completed;
}
