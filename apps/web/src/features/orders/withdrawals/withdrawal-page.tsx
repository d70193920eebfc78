import { getOrderWithdrawal } from '@keepsake/contracts/orders/withdrawals';
import { Skeleton } from '@mantine/core';
import { hashKey, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { useIsBusiness } from '#/shared/customer-query.ts';
import { type Identity, useSessionState } from '#/shared/session.ts';
import { Page } from '#/shared/ui/page.tsx';
import { ConfirmWithdrawal, WithdrawalReceipt } from './confirm-withdrawal.tsx';
import { type Declared, type DeclaredOrder, emptyDeclaration } from './declaration.ts';
import { WithdrawalForm } from './withdrawal-form.tsx';
import classes from './withdrawal-page.module.css';

type Props = {
  /** The order concerned, if the page was opened from one. */
  orderCode: string | null;
};

/**
 * Withdraws from a contract in two steps, as required by Directive 2011/83, article 11a: the details, then 'Confirm
 * withdrawal'. Works with or without sign-in; only signed-in customers can select products of an order.
 */
export function WithdrawalPage({ orderCode }: Props) {
  const { t } = useTranslation();
  const session = useSessionState();
  const identity = 'identity' in session ? session.identity : null;
  const { isBusiness } = useIsBusiness();
  const received = useLocation({ select: ({ state }) => state.withdrawal });
  const { data, isLoading } = useQuery({
    queryKey: ['Orders', 'withdrawal', orderCode],
    meta: { action: 'LOAD_WITHDRAWAL' },
    staleTime: 0,
    enabled: identity !== null && orderCode !== null,
    queryFn: ({ signal }) => call(getOrderWithdrawal, { params: { orderCode: orderCode ?? '' } }, { signal }),
  });
  const isOpen = data?.products.some(({ right }) => right.state === 'open');
  const order = data && isOpen && orderCode ? { code: orderCode, products: data.products } : null;
  return (
    <Page title={t('withdrawal.title')}>
      {received ? (
        <WithdrawalReceipt {...received} />
      ) : isBusiness ? (
        <p>{t('withdrawal.consumersOnly')}</p>
      ) : isLoading ? (
        <div aria-busy="true">
          <Skeleton h={360} />
        </div>
      ) : (
        <Withdrawal identity={identity} orderCode={orderCode} order={order} />
      )}
    </Page>
  );
}

type StepsProps = Props & { identity: Identity | null; order: DeclaredOrder | null };

/** The two steps; going back keeps everything entered. */
function Withdrawal({ identity, orderCode, order: loaded }: StepsProps) {
  const { t } = useTranslation();
  // Fixed when the page opens, so that the selection does not change while it is being made.
  const [order] = useState(loaded);
  const [initial] = useState<Declared>(() => emptyDeclaration(identity, { orderCode, order }));
  const [declared, setDeclared] = useState(initial);
  const [isConfirming, setIsConfirming] = useState(false);
  if (isConfirming) {
    return (
      <ConfirmWithdrawal
        isSignedIn={identity !== null}
        declared={declared}
        isChanged={hashKey([declared]) !== hashKey([initial])}
        order={order}
        onBack={() => setIsConfirming(false)}
      />
    );
  }
  return (
    <>
      <p className={classes.intro}>{t('withdrawal.intro')}</p>
      <WithdrawalForm
        order={order}
        isSignedIn={identity !== null}
        initial={initial}
        typed={declared}
        onContinue={(typed) => {
          setDeclared(typed);
          setIsConfirming(true);
        }}
      />
    </>
  );
}
