import {
  confirmSubscription,
  NEWSLETTER_LINK_HOURS,
  requestSubscriptionLink,
  unsubscribeByToken,
} from '@keepsake/contracts/account/newsletter';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { hasCode, isAbsent, isTooOften } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { mailedAddressOf, mailedTokenOf } from '#/shared/mailed-token.ts';
import { AS_DONE } from '#/shared/plain-pages.tsx';
import { useIsSignedIn, useSessionState } from '#/shared/session.ts';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import { newsletterQuery } from './queries.tsx';

const LINK_PATH = '/subscription-confirmation';

/** Whether the account signed in here has another address than the link's: its pages then name nobody's. */
function useIsElsewhere(): boolean {
  const state = useSessionState();
  const email = mailedLink()?.email.toLowerCase();
  const own = 'identity' in state && state.identity.email.toLowerCase();
  return Boolean(own && email && own !== email);
}

/** Token and address of the mailed link that opened this page; null without them. */
function mailedLink(): { token: string; email: string } | null {
  const [token, email] = [mailedTokenOf(LINK_PATH), mailedAddressOf(LINK_PATH)];
  return token && email ? { token, email } : null;
}

/**
 * Target of a subscription's link, with or without sign-in: its button confirms, opening it changes nothing [RTE-45, SUB-01,
 * IDN-08].
 */
export function ConfirmSubscriptionPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const link = mailedLink();
  const isElsewhere = useIsElsewhere();
  const isComplete = link !== null;
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: (params: { token: string; email: string }) => call(confirmSubscription, { params }),
    meta: { action: 'CONFIRM_SUBSCRIPTION', invalidates: [newsletterQuery.queryKey] },
    onSuccess: () => void navigate({ to: '/subscription-confirmation-success', ...AS_DONE }),
    onError: () => void navigate({ to: '/subscription-confirmation-error', replace: true }),
  });
  useEffect(() => {
    if (!isComplete) void navigate({ to: '/subscription-confirmation-error', replace: true });
  }, [isComplete, navigate]);
  return (
    <Page title={t('newsletter.confirm.title')} isCentred>
      {link && (
        <EmptyState
          action={
            <Button size="md" loading={isPending || isSuccess} onClick={() => mutate(link)}>
              {t('newsletter.confirm.submit')}
            </Button>
          }
        >
          {isElsewhere
            ? t('newsletter.elsewhere.confirm')
            : t('newsletter.confirm.text', { email: link.email })}
        </EmptyState>
      )}
    </Page>
  );
}

/** The subscription is confirmed [RTE-46, SUB-04]. */
export function SubscriptionConfirmedPage() {
  const { t } = useTranslation();
  const isElsewhere = useIsElsewhere();
  return (
    <Page title={t('newsletter.confirmed.title')} isCentred>
      <EmptyState action={<Onward isElsewhere={isElsewhere} />}>
        {t(isElsewhere ? 'newsletter.elsewhere.confirmed' : 'newsletter.confirmed.text')}
      </EmptyState>
    </Page>
  );
}

function Onward({ isElsewhere = false }: { isElsewhere?: boolean }) {
  const { t } = useTranslation();
  const to = isElsewhere ? '/' : '/settings/newsletter';
  return (
    <Button variant="default" renderRoot={(props) => <Link to={to} {...props} />}>
      {t(isElsewhere ? 'errors.toHome' : 'newsletter.change')}
    </Button>
  );
}

/**
 * The subscription was not confirmed [RTE-47, SUB-06, SUB-07]. 'Try again' retries the link; if it is invalid, a new one is
 * mailed, which needs no sign-in. Without a link it leads to the settings.
 */
export function SubscriptionErrorPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const link = mailedLink();
  const isElsewhere = useIsElsewhere();
  const { mutate, data, error } = useMutation({
    mutationFn: tryAgain,
    meta: { action: 'CONFIRM_SUBSCRIPTION', invalidates: [newsletterQuery.queryKey] },
    onSuccess(outcome) {
      if (outcome === 'confirmed') void navigate({ to: '/subscription-confirmation-success', ...AS_DONE });
    },
  });
  if (link && data === 'mailed') {
    return (
      <Page key="mailed" title={t('newsletter.newLink.title')} isCentred>
        <EmptyState action={<Onward isElsewhere={isElsewhere} />}>
          <span role="status">
            {isElsewhere
              ? t('newsletter.elsewhere.newLink', { hours: NEWSLETTER_LINK_HOURS })
              : t('newsletter.newLink.text', { email: link.email, hours: NEWSLETTER_LINK_HOURS })}
          </span>
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title={t('newsletter.error.title')} isCentred>
      <ErrorState
        error={error}
        message={t(isTooOften(error) ? 'errors.tooOften' : 'newsletter.error.text')}
        onRetry={() => (link ? mutate(link) : void navigate({ to: '/settings/newsletter' }))}
      />
    </Page>
  );
}

async function tryAgain(params: { token: string; email: string }): Promise<'confirmed' | 'mailed'> {
  try {
    await call(confirmSubscription, { params });
    return 'confirmed';
  } catch (error) {
    // Failures not caused by the link itself may be temporary.
    if (!isAbsent(error) && !hasCode(error, 'invalid-request')) throw error;
    await call(requestSubscriptionLink, { params: { email: params.email } });
    return 'mailed';
  }
}

/** Target of the link at the end of every newsletter: its button unsubscribes, with or without sign-in. */
export function UnsubscribePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const token = mailedTokenOf('/newsletter-unsubscribe') ?? '';
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: () => call(unsubscribeByToken, { params: { token } }),
    meta: { action: 'UNSUBSCRIBE_BY_TOKEN', invalidates: [newsletterQuery.queryKey] },
  });
  if (error || token === '') {
    return (
      <Page title={t('newsletter.notLeft.title')} isCentred>
        <ErrorState
          error={error}
          message={t('newsletter.notLeft.text')}
          onRetry={() => (token ? mutate() : void navigate({ to: '/settings/newsletter' }))}
        />
      </Page>
    );
  }
  if (isSuccess) return <Unsubscribed />;
  return (
    <Page title={t('newsletter.unsubscribe.title')} isCentred>
      <EmptyState
        action={
          <Button size="md" loading={isPending} onClick={() => mutate()}>
            {t('newsletter.unsubscribe.submit')}
          </Button>
        }
      >
        {t('newsletter.unsubscribe.text')}
      </EmptyState>
    </Page>
  );
}

/** If the account signed in here is still subscribed, it is another one than the link's. */
function Unsubscribed() {
  const { t } = useTranslation();
  const { data, isLoading } = useQuery({ ...newsletterQuery, enabled: useIsSignedIn() });
  const isElsewhere = data?.status === 'subscribed';
  return (
    <Page title={t('newsletter.out.title')} isCentred>
      {!isLoading && (
        <EmptyState action={<Onward />}>
          {t(isElsewhere ? 'newsletter.elsewhere.out' : 'newsletter.out.text')}
        </EmptyState>
      )}
    </Page>
  );
}
