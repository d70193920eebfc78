import type { Superorder } from '@keepsake/contracts/orders/order-queries';
import { displayStatusOf } from '@keepsake/contracts/orders/order-status';
import { formatPrice } from '@keepsake/contracts/platform/currencies';
import { payDemoOrder } from '@keepsake/contracts/shop/demo-shop';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isGone } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { useLocale } from '#/shared/format.ts';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import classes from './after-order.module.css';
import panelClasses from './order-panel.module.css';
import { orderedQuery } from './queries.ts';
import { ShopFrame } from './shop-frame.tsx';

/** Pays an unpaid order, such as a reorder. */
export function PaymentPage({ orderCode }: { orderCode: string }) {
  const { t } = useTranslation();
  const { data: order, error, refetch } = useQuery(orderedQuery(orderCode));
  const message = isGone(error) ? t('orders.notFound') : undefined;
  return (
    <ShopFrame>
      <Page title={t('demoShop.payTitle', { code: orderCode })}>
        {!order && error && <ErrorState error={error} message={message} onRetry={() => void refetch()} />}
        {!order && !error && <Skeleton height={240} />}
        {order && <Payment order={order} />}
      </Page>
    </ShopFrame>
  );
}

function Payment({ order }: { order: Superorder }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { mutate, isPending, error } = usePay();
  const { orderCode, currency, total, unpaidUntil } = order;
  if (unpaidUntil === null) {
    const isCancelled = displayStatusOf(order.status) === 'Cancelled';
    return (
      <div className={classes.text} role="status">
        <p>{t(isCancelled ? 'demoShop.payCancelled' : 'demoShop.payDone')}</p>
        <ToOrder orderCode={orderCode} />
      </div>
    );
  }
  return (
    <div className={`${panelClasses.panel} ${classes.narrow}`}>
      <Amounts order={order} />
      {error && <DialogAlert error={error}>{t('demoShop.payFailed')}</DialogAlert>}
      <Button size="md" loading={isPending} onClick={() => mutate(orderCode)}>
        {t('demoShop.pay', { amount: formatPrice(total, currency, locale) })}
      </Button>
    </div>
  );
}

function Amounts({ order: { products, deliveryCharge, currency, total } }: { order: Superorder }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const lines = products.map(({ code, title, quantity, price }) => ({
    key: code,
    name: `${formatQuantity(quantity)}${title ?? code}`,
    price,
  }));
  const delivery = { key: 'delivery', name: t('demoShop.delivery'), price: deliveryCharge ?? 0 };
  return (
    <dl className={classes.amounts}>
      {[...lines, delivery].map(({ key, name, price }) => (
        <div key={key}>
          <dt>{name}</dt>
          <dd>{formatPrice(price, currency, locale)}</dd>
        </div>
      ))}
      <div className={panelClasses.total}>
        <dt>{t('demoShop.total')}</dt>
        <dd>{formatPrice(total, currency, locale)}</dd>
      </div>
    </dl>
  );
}

const formatQuantity = (quantity: number) => (quantity > 1 ? `${quantity} × ` : '');

function usePay() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (orderCode: string) => call(payDemoOrder, { params: { orderCode } }),
    meta: { action: 'PAY_DEMO_ORDER', invalidates: ['Orders'] },
    // Going back must not lead to an order already paid.
    onSuccess: ({ orderCode }) =>
      navigate({ to: '/orders/$orderCode', params: { orderCode }, replace: true }),
  });
}

/** Link from the shop to the order's own page. */
export function ToOrder({ orderCode }: { orderCode: string }) {
  const { t } = useTranslation();
  return (
    <p>
      <Button
        variant="default"
        renderRoot={(props) => <Link to="/orders/$orderCode" params={{ orderCode }} {...props} />}
      >
        {t('demoShop.follow')}
      </Button>
    </p>
  );
}
