import {
  beginPaymentMethod,
  finishPaymentMethod,
  type SetupOutcome,
} from '@keepsake/contracts/account/payment-methods';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { leaveFor } from '#/shared/leave-page.ts';
import { BackLink } from '#/shared/ui/back-link.tsx';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import { RowList, RowsSkeleton } from '#/shared/ui/row-list.tsx';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import { MethodRow } from './method-row.tsx';
import classes from './payment-methods.module.css';
import { paymentMethodsQuery } from './queries.tsx';

type Props = {
  /** The setup from which the customer returns. */
  setupId: string | undefined;
};

/** Cards and mandates, the default, and the link to the provider for adding one [RTE-29, SET-11]. */
export function PaymentMethodPage({ setupId }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(paymentMethodsQuery);
  const begin = useMutation({
    mutationFn: () => call(beginPaymentMethod, {}),
    meta: { action: 'BEGIN_PAYMENT_METHOD', invalidates: [] },
    // Busy until the browser has left for the provider.
    onSuccess: ({ url }) => leaveFor(url),
  });
  const add = data?.canAdd && (
    <Button onClick={() => begin.mutate()} loading={begin.isPending}>
      {t('payment.add')}
    </Button>
  );
  return (
    <Page
      title={t('payment.title')}
      back={<BackLink to="/settings" label={t('settings.back')} />}
      actions={data && data.methods.length > 0 && add}
    >
      {setupId && <SetupReturn key={setupId} setupId={setupId} />}
      {begin.error && <DialogAlert error={begin.error}>{t('payment.notBegun')}</DialogAlert>}
      {!data && error && (
        <ErrorState error={error} message={t('payment.failed')} onRetry={() => void refetch()} />
      )}
      {!data && !error && <RowsSkeleton />}
      {data?.methods.length === 0 && (
        <EmptyState action={add}>{t(data.canAdd ? 'payment.empty' : 'payment.unavailable')}</EmptyState>
      )}
      {data && data.methods.length > 0 && (
        <RowList>
          {data.methods.map((method) => (
            <MethodRow key={method.id} method={method} />
          ))}
        </RowList>
      )}
    </Page>
  );
}

const TONES = { added: 'success', left: 'neutral', declined: 'failure', expired: 'failure' } as const;

/** Handles the return from the provider: our server queries the outcome, and the setup is removed from the address. */
function SetupReturn({ setupId }: { setupId: string }) {
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
