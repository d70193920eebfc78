import type { declareOwnWithdrawal } from '@keepsake/contracts/orders/withdrawals';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { SendBack } from '#/features/orders/orders/index.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { createMomentInSentence, useLocale } from '#/shared/format.ts';
import { FocusedHeading } from '#/shared/ui/focused-heading.tsx';
import classes from './withdrawal-page.module.css';

export type WithdrawalDetailsProps = {
  name: string;
  order: string;
  /** Empty for the whole order. */
  products: string[];
  email: string;
};

export type DeclaredWithdrawal = WithdrawalDetailsProps &
  Pick<ResponseOf<typeof declareOwnWithdrawal>, 'declaredAt' | 'returnTo' | 'returnBy'> & {
    /** The customer's own order, if that is known. */
    orderCode: string | null;
  };

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** At the page of withdrawals: what was just declared there. It survives a reload, and nobody else can open it. */
    withdrawal?: DeclaredWithdrawal;
  }
}

/** When a declaration was received, what it says, where goods are sent back, and the way back to the order. */
export function WithdrawalReceipt(props: DeclaredWithdrawal) {
  const { declaredAt, returnTo, returnBy, orderCode, ...details } = props;
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
      </p>
      <SendBack to={returnTo} by={returnBy} />
      <WithdrawalDetails {...details} />
      {orderCode !== null && (
        <Button
          variant="default"
          size="md"
          className={classes.main}
          renderRoot={(props) => <Link to="/orders/$orderCode" params={{ orderCode }} {...props} />}
        >
          {t('withdrawal.toOrder')}
        </Button>
      )}
    </section>
  );
}

/** What a declaration says. */
export function WithdrawalDetails({ products, ...details }: WithdrawalDetailsProps) {
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
