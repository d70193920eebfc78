import { Skeleton } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Link, useMatches, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isAbsent, isAccountDeleted, isSecondFactorRequired } from '#/shared/api/api-problem.ts';
import { ChannelLogo } from '#/shared/configuration.tsx';
import { customerQuery } from '#/shared/customer-query.ts';
import { reportFailure } from '#/shared/error-reports.ts';
import { useIsMobile } from '#/shared/layout.ts';
import { UNASKED, useSession, useSessionState } from '#/shared/session.ts';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import classes from './shell.module.css';
import barClasses from './top-bar.module.css';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Whether a page is accessible without sign-in. */
    isForAnybody?: boolean;
    /** A fixed heading, which can be shown while the session is being looked up. */
    heading?: Heading;
    /** Requests what the page shows first, as soon as the signed-in customer is known; resolves when it can be drawn. */
    prepare?: (client: QueryClient, search: object) => Promise<void>;
  }
}

type Heading = {
  /** Text key. */
  text: string;
  /** Whether the page uses the full window width, as photo pages do. */
  isWide?: boolean;
  /** Whether a back link to the overview precedes it on phones. */
  hasBackLink?: boolean;
};

type Props = {
  children: ReactNode;
  /** Shown to visitors who are not signed in; by default they are redirected to sign-in. */
  signedOut?: ReactNode;
};

/** Admits signed-in customers only [IDN-01], with a loader until their session is known [IDN-03]. */
export function SignedInGate({ children, signedOut }: Props) {
  const { t } = useTranslation();
  const session = useSession();
  const state = useSessionState();
  const isOpen = signedOut !== undefined;
  const isKnown = 'identity' in state;
  // Deferred, so that the first render is split like the start.
  const isDrawn = useDeferredValue(isKnown);
  useSignIn(state.status, isOpen);

  if (isOpen && (state.status === 'unreachable' || state.status === 'signed-out')) return signedOut;
  if (state.status === 'unreachable') {
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
  if (state.status === 'not-accepted') {
    return (
      <main>
        <title>{t('session.notAcceptedTitle')}</title>
        <ErrorState
          error={state.problem}
          message={t('session.notAccepted')}
          onRetry={() => void session.signIn(window.location.pathname)}
        />
      </main>
    );
  }
  if (!isKnown || !isDrawn) return <ShellSkeleton />;
  return <ExistingCustomer>{children}</ExistingCustomer>;
}

/** Looks for the session, and leads to sign-in if there is none, unless the page is open to anybody. */
function useSignIn(status: ReturnType<typeof useSessionState>['status'], isOpen: boolean) {
  const session = useSession();
  useEffect(() => {
    if (status === 'starting') void session.start();
    if (status === 'signed-out' && !isOpen) {
      const { pathname, search, hash } = window.location;
      // If the provider does not answer, there is nowhere to redirect the customer to.
      session.signIn(`${pathname}${search}${hash}`).catch((error: unknown) => {
        reportFailure('SIGN_IN', error);
        session.store.setState({ status: 'unreachable', wasSignedIn: false }, true);
      });
    }
  }, [session, status, isOpen]);
}

/**
 * Redirects customers whose account was deleted to logout [IDN-05, IDN-06], or to the page where they can still keep it; and
 * those who lack a required second factor to its setup. Rendering does not wait for the answer.
 */
function ExistingCustomer({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const { data, error } = useQuery(customerQuery);
  const isClosed = isAccountDeleted(error);
  const isGone = data?.accountDeleted || isClosed || isAbsent(error);
  const isFactorRequired = isSecondFactorRequired(error);
  useEffect(() => {
    if (isGone) void navigate({ to: isClosed ? '/account-closed' : '/logout', replace: true, ...UNASKED });
    if (isFactorRequired) void navigate({ to: '/second-factor-required', replace: true });
  }, [isGone, isClosed, isFactorRequired, navigate]);
  return children;
}

/** The frame while the sign-in state is unknown. */
export function ShellSkeleton() {
  const { t } = useTranslation();
  const isMobile = useIsMobile();
  const heading = useMatches({ select: (matches) => matches.at(-1)?.staticData.heading });
  const contents = <Skeleton height={160} radius="md" />;
  return (
    <div className={classes.shell} aria-busy="true">
      <header className={barClasses.bar}>
        <Link to="/" className={barClasses.logo}>
          <ChannelLogo />
        </Link>
      </header>
      <div className={heading && classes.middle}>
        {heading && !isMobile && <div className={classes.menu} />}
        <main className={classes.content} aria-label={t('shell.loading')}>
          {heading ? (
            <Page
              title={t(heading.text)}
              isWide={heading.isWide}
              back={heading.hasBackLink && isMobile && <span className={classes.backToHome} />}
            >
              {contents}
            </Page>
          ) : (
            <>
              <Skeleton height={36} width="min(320px, 70%)" mb={24} />
              {contents}
            </>
          )}
        </main>
      </div>
    </div>
  );
}
