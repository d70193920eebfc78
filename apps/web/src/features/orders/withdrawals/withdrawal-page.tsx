import { getOrderWithdrawal } from '@keepsake/contracts/orders/withdrawals';
import { Skeleton } from '@mantine/core';
import { hashKey, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { useIsBusiness } from '#/shared/customer-query.ts';
import { orderCodeOf } from '#/shared/search-params.ts';
import { type Identity, useSessionState } from '#/shared/session.ts';
import { Page } from '#/shared/ui/page.tsx';
import { ConfirmWithdrawal, WithdrawalReceipt } from './confirm-withdrawal.tsx';
import {
  createDeclarationStorage,
  type Declared,
  type DeclaredOrder,
  emptyDeclaration,
} from './declaration.ts';
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
  // A number that was typed may be of an order of the customer's own, too.
  const code = received ? (orderCodeOf(received.order.trim()) ?? null) : orderCode;
  const { data, isLoading } = useQuery({
    queryKey: ['Orders', 'withdrawal', code],
    meta: { action: 'LOAD_WITHDRAWAL', mayBeAbsent: true },
    staleTime: 0,
    enabled: identity !== null && code !== null,
    queryFn: ({ signal }) => call(getOrderWithdrawal, { params: { orderCode: code ?? '' } }, { signal }),
  });
  const own = data && code ? { code, products: data.products } : null;
  return <Page title={t('withdrawal.title')}>{content()}</Page>;

  function content() {
    const isSignedIn = identity !== null;
    if (received) {
      const ownOrder = isLoading ? undefined : (own?.code ?? null);
      return <WithdrawalReceipt received={received} isSignedIn={isSignedIn} ownOrder={ownOrder} />;
    }
    if (isBusiness) return <p>{t('withdrawal.consumersOnly')}</p>;
    if (isLoading) {
      return (
        <div aria-busy="true">
          <Skeleton h={360} />
        </div>
      );
    }
    const order = own?.products.some(({ right }) => right.state === 'open') ? own : null;
    return <Withdrawal identity={identity} orderCode={orderCode} order={order} />;
  }
}

type StepsProps = Props & { identity: Identity | null; order: DeclaredOrder | null };

/** The two steps; going back keeps everything entered. */
function Withdrawal({ identity, orderCode, order: loaded }: StepsProps) {
  const { t } = useTranslation();
  const { order, initial, declared, setDeclared, isConfirming, setIsConfirming } = useSteps({
    identity,
    orderCode,
    order: loaded,
  });
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

/** What is declared and whether it waits to be confirmed, which a reload of the tab does not lose. */
function useSteps({ identity, orderCode, order: loaded }: StepsProps) {
  // Fixed when the page opens, so that the selection does not change while it is being made.
  const [order] = useState(loaded);
  const [initial] = useState<Declared>(() => emptyDeclaration(identity, { orderCode, order }));
  const [storage] = useState(() => createDeclarationStorage(identity, orderCode));
  const [reloaded] = useState(() => storage.read());
  const [declared, setDeclared] = useState(reloaded ?? initial);
  const [isConfirming, setIsConfirming] = useState(reloaded !== null);
  // A reload does not undo effects: what is stored goes once it is sent, changed or left.
  useEffect(() => {
    if (!isConfirming) return;
    storage.write(declared);
    return storage.remove;
  }, [storage, declared, isConfirming]);
  return { order, initial, declared, setDeclared, isConfirming, setIsConfirming };
}
