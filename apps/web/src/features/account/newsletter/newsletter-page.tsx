import {
  NEWSLETTER_LINK_HOURS,
  type Newsletter,
  resendNewsletterLink,
  unsubscribeFromNewsletter,
} from '@keepsake/contracts/account/newsletter';
import { Anchor, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { NoAddress } from '#/shared/own-provider.tsx';
import { BackLink } from '#/shared/ui/back-link.tsx';
import { focusIfLost } from '#/shared/ui/dialog.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import panels from '#/shared/ui/panels.module.css';
import { WaitingForLink } from '#/shared/ui/waiting-for-link.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import { ChoiceForm } from './choice-form.tsx';
import classes from './newsletter-page.module.css';
import { languageOfPage, newsletterQuery } from './queries.tsx';
import { Subscription } from './subscription.tsx';

/** The newsletter settings in all states: subscribing, pending, changing, pausing and unsubscribing. */
export function NewsletterPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(newsletterQuery);
  return (
    <Page title={t('newsletter.title')} back={<BackLink to="/settings" label={t('settings.back')} />}>
      {!data && error && (
        <ErrorState error={error} message={t('newsletter.failed')} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton h={360} maw={640} radius="md" aria-busy="true" />}
      {data && (
        <div className={panels.parts}>
          <State newsletter={data} />
          <p className={panels.help}>{t('newsletter.always')}</p>
        </div>
      )}
    </Page>
  );
}

function State({ newsletter }: { newsletter: Newsletter }) {
  const { t } = useTranslation();
  const { status, email, pending } = newsletter;
  // The button that changed it has gone. Runs when the state appears, too, where nothing has the focus yet.
  const first = useRef(status);
  useEffect(() => {
    if (first.current !== status) focusIfLost();
    first.current = status;
  }, [status]);
  if (email === '') return <NoAddress />;
  if (status === 'subscribed') return <Subscription newsletter={newsletter} />;
  if (status === 'pending' && pending) return <PendingSubscription email={email} pending={pending} />;
  if (status === 'undeliverable') {
    return (
      <section className={panels.panel} aria-labelledby="newsletter-undeliverable">
        <h2 id="newsletter-undeliverable">{t('newsletter.state.undeliverable')}</h2>
        <p>{t('newsletter.undeliverable', { email })}</p>
        <Anchor renderRoot={(props) => <Link to="/settings/email" {...props} />}>
          {t('newsletter.changeAddress')}
        </Anchor>
      </section>
    );
  }
  return (
    <>
      <p className={classes.intro}>{t('newsletter.intro', { email })}</p>
      <ChoiceForm newsletter={newsletter} />
    </>
  );
}

type Props = { email: string; pending: NonNullable<Newsletter['pending']> };

/** A subscription awaiting confirmation: its mail can be resent, and it can be cancelled. */
function PendingSubscription({ email, pending }: Props) {
  const { t } = useTranslation();
  const invalidates = [newsletterQuery.queryKey] as const;
  const resend = useMutation({
    mutationFn: () => call(resendNewsletterLink, { body: { locale: languageOfPage() } }),
    meta: { action: 'RESEND_NEWSLETTER_LINK', invalidates },
  });
  const giveUp = useMutation({
    mutationFn: () => call(unsubscribeFromNewsletter, {}),
    meta: { action: 'GIVE_UP_NEWSLETTER', invalidates },
  });
  return (
    <WaitingForLink
      title={t('newsletter.state.pending')}
      email={email}
      openLink={t('newsletter.openLink', { hours: NEWSLETTER_LINK_HOURS })}
      resendAt={pending.resendAt}
      resend={resend}
      cancel={{ ...giveUp, label: t('newsletter.giveUp') }}
      failure={{ error: resend.error ?? giveUp.error, text: t('newsletter.notSaved') }}
    />
  );
}
