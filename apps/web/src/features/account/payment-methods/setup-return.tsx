import { finishPaymentMethod, type SetupOutcome } from '@keepsake/contracts/account/payment-methods';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import classes from './payment-methods.module.css';

const TONES = { added: 'success', left: 'neutral', declined: 'failure', expired: 'failure' } as const;

/** Handles the return from the provider: our server queries the outcome, and the setup is removed from the address. */
export function SetupReturn({ setupId }: { setupId: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { mutate, isError } = useMutation({
    mutationFn: () => call(finishPaymentMethod, { params: { setupId } }),
    meta: { action: 'FINISH_PAYMENT_METHOD', invalidates: ['PaymentMethods'] },
    onSuccess({ outcome }: { outcome: SetupOutcome }) {
      showToast({ message: t(`payment.outcome.${outcome}`), tone: TONES[outcome] });
      void navigate({ to: '/settings/payment-method', search: {}, replace: true });
    },
  });
  const finish = useEffectEvent(() => mutate());
  useEffect(() => finish(), []);
  if (!isError) return <p role="status">{t('payment.finishing')}</p>;
  return (
    <div role="alert" className={classes.notice}>
      <p>{t('payment.notFinished')}</p>
      <Button size="sm" variant="default" onClick={() => mutate()}>
        {t('errors.tryAgain')}
      </Button>
    </div>
  );
}
