import {
  deletePaymentMethod,
  type PaymentMethod,
  setDefaultPaymentMethod,
} from '@keepsake/contracts/account/payment-methods';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSignInTooOld } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { Row, RowDetail, RowName } from '#/shared/ui/row-list.tsx';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import classes from './payment-methods.module.css';
import { nameOfMethod, useValidity } from './queries.tsx';

/** A card or a mandate. Removing it asks for confirmation, because it can only be added again at the provider. */
export function MethodRow({ method }: { method: PaymentMethod }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const changes = useChanges(method);
  const validity = useValidity()(method);
  const name = nameOfMethod(method);
  const actions = isAsking ? (
    <Removal {...changes} name={name} onCancel={() => setAsking(false)} />
  ) : (
    <Actions {...changes} method={method} onRemove={() => setAsking(true)} />
  );
  return (
    <Row action={actions}>
      <RowName order={2}>{name}</RowName>
      <RowDetail>{t(`payment.kind.${method.kind}`)}</RowDetail>
      {validity && <RowDetail isFailure={validity.isUrgent}>{validity.text}</RowDetail>}
      {method.isDefault && <RowDetail>{t('payment.isDefault')}</RowDetail>}
    </Row>
  );
}

type Changes = ReturnType<typeof useChanges>;
type ActionsProps = Pick<Changes, 'setDefault' | 'isPending'> & {
  method: PaymentMethod;
  onRemove: () => void;
};

function Actions({ method, setDefault, isPending, onRemove }: ActionsProps) {
  const { t } = useTranslation();
  const name = nameOfMethod(method);
  return (
    <div className={classes.actions}>
      {!method.isDefault && (
        <Button
          variant="default"
          size="sm"
          loading={isPending}
          onClick={setDefault}
          aria-label={t('payment.makeDefaultOne', { name })}
        >
          {t('payment.makeDefault')}
        </Button>
      )}
      <Button variant="subtle" size="sm" onClick={onRemove} aria-label={t('payment.removeOne', { name })}>
        {t('payment.remove')}
      </Button>
    </div>
  );
}

type RemovalProps = Pick<Changes, 'remove' | 'isPending'> & { name: string; onCancel: () => void };

function Removal({ name, remove, isPending, onCancel }: RemovalProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={classes.actions} aria-label={t('payment.removeQuestion', { name })}>
      <span>{t('payment.removeQuestion', { name })}</span>
      <Button color="red" size="sm" loading={isPending} onClick={remove} data-autofocus>
        {t('payment.remove')}
      </Button>
      <Button variant="default" size="sm" disabled={isPending} onClick={onCancel}>
        {t('address.cancel')}
      </Button>
    </fieldset>
  );
}

function useChanges({ id: methodId }: PaymentMethod) {
  const request = { params: { methodId } };
  const makeDefault = useChange('default', () => call(setDefaultPaymentMethod, request));
  const remove = useChange('remove', () => call(deletePaymentMethod, request));
  return {
    setDefault: () => makeDefault.mutate(),
    remove: () => remove.mutate(),
    isPending: makeDefault.isPending || remove.isPending,
  };
}

function useChange(change: 'default' | 'remove', mutationFn: () => Promise<unknown>) {
  const { t } = useTranslation();
  return useMutation({
    mutationFn,
    meta: { action: 'CHANGE_PAYMENT_METHOD', invalidates: ['PaymentMethods'] },
    onSuccess: () => showToast({ message: t(`payment.done.${change}`), tone: 'success' }),
    onError(error) {
      // Declining to sign in again is a decision, not a failure.
      if (!isSignInTooOld(error)) showToast({ message: t('payment.notChanged'), tone: 'failure' });
    },
  });
}
