import { answerDemoPayment, DEMO_CARDS } from '@keepsake/contracts/account/payment-methods';
import type { BodyOf } from '@keepsake/contracts/platform/endpoint';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { leaveFor } from '#/shared/leave-page.ts';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import { CONTENT_ID, Page } from '#/shared/ui/page.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import classes from './payment-methods.module.css';

type Choice = BodyOf<typeof answerDemoPayment>['choice'];

/** Stand-in for a provider's page: cards named by their outcome. Nothing can be typed here. */
export function DemoPaymentsPage({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation();
  const [isConfirming, setConfirming] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (choice: Choice) => call(answerDemoPayment, { params: { sessionId }, body: { choice } }),
    meta: { action: 'ANSWER_DEMO_PAYMENT', invalidates: [] },
    // A real provider redirects, which reloads the page.
    onSuccess: ({ returnTo }) => leaveFor(returnTo),
  });
  const answer = (choice: Choice) => (choice === 'confirm' ? setConfirming(true) : mutate(choice));
  return (
    <main id={CONTENT_ID} className={classes.provider}>
      <Page title={t('payment.demo.title')}>
        <p>{t('payment.demo.notice')}</p>
        {error && <DialogAlert error={error}>{t('payment.demo.failed')}</DialogAlert>}
        {isConfirming ? (
          <Confirmation isOff={isPending} onAnswer={mutate} />
        ) : (
          <ul className={classes.choices}>
            {DEMO_CARDS.map((choice) => (
              <li key={choice}>
                <Button variant="default" fullWidth onClick={() => answer(choice)} disabled={isPending}>
                  {t(`payment.demo.card.${choice}`)}
                </Button>
              </li>
            ))}
          </ul>
        )}
        <Button variant="subtle" onClick={() => mutate('left')} disabled={isPending}>
          {t('payment.demo.leave')}
        </Button>
      </Page>
    </main>
  );
}

type ConfirmationProps = { isOff: boolean; onAnswer: (choice: Choice) => void };

/** What a bank asks before a card that wants it is accepted. */
function Confirmation({ isOff, onAnswer }: ConfirmationProps) {
  const { t } = useTranslation();
  return (
    <section className={classes.notice} aria-label={t('payment.demo.confirmTitle')}>
      <p>{t('payment.demo.confirmText')}</p>
      <div className={classes.actions}>
        <Button onClick={() => onAnswer('confirm')} disabled={isOff}>
          {t('payment.demo.confirm')}
        </Button>
        <Button variant="default" onClick={() => onAnswer('declined')} disabled={isOff}>
          {t('payment.demo.refuse')}
        </Button>
      </div>
    </section>
  );
}
