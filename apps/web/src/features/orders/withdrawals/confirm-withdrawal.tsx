import { declareOwnWithdrawal, declareWithdrawal } from '@keepsake/contracts/orders/withdrawals';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { SendBack } from '#/features/orders/orders/index.ts';
import { call } from '#/shared/api/call.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { createMomentInSentence, useLocale } from '#/shared/format.ts';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import { FocusedHeading } from '#/shared/ui/focused-heading.tsx';
import { useLayer } from '#/shared/ui/layers.ts';
import { markOf } from '#/shared/ui/unsaved.ts';
import { useMutation } from '#/shared/use-mutation.ts';
import { bodyOf, type Declared, type DeclaredOrder, namesOf } from './declaration.ts';
import classes from './withdrawal-page.module.css';

type Props = {
  isSignedIn: boolean;
  declared: Declared;
  /** Whether it says anything that the form did not say by itself. */
  isChanged: boolean;
  order: DeclaredOrder | null;
  onBack: () => void;
};

/** The second step, which Back leaves for the first: a summary and the button that declares it, which leads to the receipt. */
export function ConfirmWithdrawal({ isChanged, onBack, ...declaring }: Props) {
  const { t } = useTranslation();
  const { mutate, error, isPending } = useDeclare(declaring);
  useLayer(true, { kind: 'mode', onLeave: onBack, isClosable: !isPending });
  return (
    <section className={classes.form} {...markOf(isChanged && !isPending)}>
      <FocusedHeading order={2} className={classes.heading}>
        {t('withdrawal.checkTitle')}
      </FocusedHeading>
      <WithdrawalDetails {...detailsOf(declaring.declared, declaring.order)} />
      {error && <DialogAlert error={error}>{t('withdrawal.failed')}</DialogAlert>}
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

function useDeclare({ isSignedIn, declared, order }: Omit<Props, 'isChanged' | 'onBack'>) {
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
      const withdrawal = { declaredAt, returnTo, returnBy, ...detailsOf(declared, order) };
      void navigate({ to: '/withdrawal', search: true, replace: true, state: { withdrawal } });
    },
  });
}

type WithdrawalDetailsProps = {
  name: string;
  order: string;
  /** Empty for the whole order. */
  products: string[];
  email: string;
};

type DeclaredWithdrawal = WithdrawalDetailsProps &
  Pick<ResponseOf<typeof declareOwnWithdrawal>, 'declaredAt' | 'returnTo' | 'returnBy'>;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** At the page of withdrawals: what was just declared there. It survives a reload, and nobody else can open it. */
    withdrawal?: DeclaredWithdrawal;
  }
}

type ReceiptProps = {
  received: DeclaredWithdrawal;
  isSignedIn: boolean;
  /** The customer's own order that was meant; null if it is none of theirs, undefined until that is known. */
  ownOrder: string | null | undefined;
};

/** When a declaration was received, what it says, where goods are sent back, and for customers the way on. */
export function WithdrawalReceipt({ received, isSignedIn, ownOrder }: ReceiptProps) {
  const { declaredAt, returnTo, returnBy, ...details } = received;
  const { t } = useTranslation();
  const formatMoment = createMomentInSentence(useLocale(), useChannel().timeZone);
  return (
    <section className={classes.form}>
      <FocusedHeading order={2} className={classes.heading}>
        {t('withdrawal.receivedTitle')}
      </FocusedHeading>
      <p className={classes.intro}>
        {t('withdrawal.received', { date: formatMoment(new Date(declaredAt)) })}{' '}
        {t('withdrawal.receiptSent', { email: details.email })}
        {ownOrder === null && ` ${t('withdrawal.anyNumber')}`}
      </p>
      <SendBack to={returnTo} by={returnBy} />
      <WithdrawalDetails {...details} />
      {isSignedIn && ownOrder !== undefined && <ToOrders orderCode={ownOrder} />}
    </section>
  );
}

/** Leads to an order, or to all of them. */
function ToOrders({ orderCode }: { orderCode: string | null }) {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      size="md"
      className={classes.main}
      renderRoot={(props) =>
        orderCode === null ? (
          <Link to="/orders" {...props} />
        ) : (
          <Link to="/orders/$orderCode" params={{ orderCode }} {...props} />
        )
      }
    >
      {t(orderCode === null ? 'orders.back' : 'orders.toOrder')}
    </Button>
  );
}

/** What a declaration says. */
function WithdrawalDetails({ products, ...details }: WithdrawalDetailsProps) {
  const { t } = useTranslation();
  const parts = { ...details, products: products.join(', ') || t('withdrawal.wholeOrder') };
  return (
    <dl className={classes.details}>
      {(['name', 'order', 'products', 'email'] as const).map((part) => (
        <div key={part}>
          <dt>{t(`withdrawal.field.${part}`)}</dt>
          <dd>{parts[part]}</dd>
        </div>
      ))}
    </dl>
  );
}
