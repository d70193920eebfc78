import { type Newsletter, resendNewsletterLink, unsubscribeFromNewsletter } from '@keepsake/contracts';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { WaitingForLink } from '#/shared/ui/waiting-for-link.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import { languageOfPage } from './queries.tsx';

type Props = { email: string; pending: NonNullable<Newsletter['pending']> };

/** A subscription awaiting confirmation: its mail can be resent, and it can be cancelled. */
export function PendingSubscription({ email, pending }: Props) {
  const { t } = useTranslation();
  const invalidates = ['Newsletter'] as const;
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
      openLink={t('newsletter.openLink')}
      resendAt={pending.resendAt}
      resend={resend}
      cancel={{ ...giveUp, label: t('newsletter.giveUp') }}
      failure={(resend.error ?? giveUp.error) && t('newsletter.notSaved')}
    />
  );
}
