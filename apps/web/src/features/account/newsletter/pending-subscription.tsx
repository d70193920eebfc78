import { type Newsletter, resendNewsletterLink, unsubscribeFromNewsletter } from '@keepsake/contracts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import { useSecondsUntil } from '#/shared/use-seconds-until.ts';
import classes from './newsletter-page.module.css';
import { languageOfPage } from './queries.tsx';

type Props = { email: string; pending: NonNullable<Newsletter['pending']> };

/** A subscription that waits for its confirmation: its mail can be sent again, and it can be given up. */
export function PendingSubscription({ email, pending }: Props) {
  const { t } = useTranslation();
  const seconds = useSecondsUntil(pending.resendAt);
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
    <section className={classes.panel} data-waiting aria-labelledby="newsletter-waiting">
      <h2 id="newsletter-waiting">{t('newsletter.state.pending')}</h2>
      <p className={classes.address}>{email}</p>
      <p role="status" className={classes.help}>
        {resend.isSuccess && `${t('changeEmail.sentAgain')} `}
        {t('newsletter.openLink')}
      </p>
      {(resend.error ?? giveUp.error) && <DialogAlert>{t('newsletter.notSaved')}</DialogAlert>}
      <div className={classes.actions}>
        <Button
          variant="default"
          loading={resend.isPending}
          disabled={seconds > 0}
          onClick={() => resend.mutate()}
        >
          {seconds > 0 ? t('changeEmail.resendIn', { count: seconds }) : t('changeEmail.resend')}
        </Button>
        <Button variant="default" loading={giveUp.isPending} onClick={() => giveUp.mutate()}>
          {t('newsletter.giveUp')}
        </Button>
      </div>
    </section>
  );
}
