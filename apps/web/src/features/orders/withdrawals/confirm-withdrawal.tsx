import { declareOwnWithdrawal, declareWithdrawal } from '@keepsake/contracts/orders/withdrawals';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isTooOften } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import { FocusedHeading } from '#/shared/ui/focused-heading.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import { bodyOf, type Declared, type DeclaredOrder, namesOf } from './declaration.ts';
import classes from './withdrawal-page.module.css';
import { WithdrawalDetails, type WithdrawalDetailsProps } from './withdrawal-receipt.tsx';

type Props = {
  isSignedIn: boolean;
  declared: Declared;
  order: DeclaredOrder | null;
  onBack: () => void;
};

/** The second step: a summary and the button that declares it, which leads to the receipt. */
export function ConfirmWithdrawal({ isSignedIn, declared, order, onBack }: Props) {
  const { t } = useTranslation();
  const { mutate, error, isPending } = useDeclare({ isSignedIn, declared, order });
  return (
    <section className={classes.form}>
      <FocusedHeading order={2} className={classes.heading}>
        {t('withdrawal.checkTitle')}
      </FocusedHeading>
      <WithdrawalDetails {...detailsOf(declared, order)} />
      {error && (
        <DialogAlert>{t(isTooOften(error) ? 'withdrawal.tooOften' : 'withdrawal.failed')}</DialogAlert>
      )}
      <div className={classes.actions}>
        <Button variant="default" size="md" onClick={onBack} disabled={isPending}>
          {t('withdrawal.back')}
        </Button>
        <Button size="md" onClick={() => mutate(undefined)} loading={isPending}>
          {t('withdrawal.confirm')}
        </Button>
      </div>
    </section>
  );
}

/** What is declared, as it is stored with the receipt. */
const detailsOf = (declared: Declared, order: DeclaredOrder | null): WithdrawalDetailsProps => ({
  name: declared.name,
  order: declared.order,
  products: namesOf(declared, order),
  email: declared.email,
});

function useDeclare({ isSignedIn, declared, order }: Omit<Props, 'onBack'>) {
  const channel = useChannel();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (_: undefined, press) => {
      const body = bodyOf(declared, order, channel.id);
      return isSignedIn
        ? call(declareOwnWithdrawal, { body }, press)
        : call(declareWithdrawal, { body }, press);
    },
    meta: { action: 'DECLARE_WITHDRAWAL', invalidates: ['Orders'] },
    onSuccess: ({ declaredAt, returnTo, returnBy }) => {
      const received = { declaredAt, returnTo, returnBy, orderCode: order?.code ?? null };
      const withdrawal = { ...received, ...detailsOf(declared, order) };
      void navigate({ to: '/withdrawal', search: true, replace: true, state: { withdrawal } });
    },
  });
}
