import { formatPrice } from '@keepsake/contracts/platform/currencies';
import { Anchor, Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { MaybeAnotherAccount } from '#/shared/another-account.tsx';
import { isGone } from '#/shared/api/api-problem.ts';
import { ChannelLink } from '#/shared/channel-links.tsx';
import { useLocale } from '#/shared/format.ts';
import { BackLink } from '#/shared/ui/back-link.tsx';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { ErrorDrawing, ErrorState } from '#/shared/ui/error-state.tsx';
import lone from '#/shared/ui/lone-link.module.css';
import { Page } from '#/shared/ui/page.tsx';
import { OrderDelivery } from './order-delivery.tsx';
import classes from './order-page.module.css';
import { OrderPayment } from './order-payment.tsx';
import { OrderPhotos } from './order-photos.tsx';
import { OrderProducts } from './order-products.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { OrderWithdrawal } from './order-withdrawal.tsx';
import { DayOf, NextDate, OrderStatus, PayLink, useCareAddress, useOrderName } from './order-words.tsx';
import { Panel } from './panel.tsx';
import { OrderPictures } from './product-picture.tsx';
import { orderQuery, type WholeOrder } from './queries.ts';
import { NewOrderLink, ReorderState } from './reorder-state.tsx';

type Props = {
  orderCode: string;
  isLibraryHidden: boolean;
  /** The customer's invoices, in addition to the shop's documents. */
  invoices?: ReactNode;
  /** Actions for one of its products. */
  actionsOf?: ComponentProps<typeof OrderProducts>['actionsOf'];
};

/** The page of an order, with all its details [RTE-20]. */
export function OrderPage({ orderCode, ...rest }: Props) {
  const { t } = useTranslation();
  const { data: order, error, refetch } = useQuery(orderQuery(orderCode));
  const name = useOrderName(order?.products);
  // The list it was chosen from may have been scrolled.
  // Braces, because scrollTo returns a promise in current browsers, and an effect must not return one.
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return (
    <Page
      title={name ?? t('orders.order', { code: orderCode })}
      back={<BackLink to="/orders" label={t('orders.back')} />}
    >
      {content()}
    </Page>
  );

  function content() {
    if (isGone(error)) return <OrderNotFound />;
    if (order) return <Order order={order} {...rest} />;
    if (error) {
      return <ErrorState error={error} message={t('orders.orderFailed')} onRetry={() => void refetch()} />;
    }
    return <OrderSkeleton />;
  }
}

/** [ORD-07] Also shown for another customer's order. */
function OrderNotFound() {
  const { t } = useTranslation();
  const toOrders = (
    <Button renderRoot={(props) => <Link to="/orders" {...props} />}>{t('orders.back')}</Button>
  );
  return (
    <EmptyState drawing={<ErrorDrawing />} action={toOrders} note={<MaybeAnotherAccount />}>
      {t('orders.notFound')}
    </EmptyState>
  );
}

type OrderProps = Omit<Props, 'orderCode'> & { order: WholeOrder };

function Order({ order, isLibraryHidden, invoices, actionsOf }: OrderProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.order}>
      <Summary order={order} />
      <OpenReorder order={order} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <Panel title={t('orders.timeline')}>
            <OrderTimeline order={order} />
          </Panel>
          <OrderDelivery order={order} />
        </div>
        <div className={classes.column}>
          <OrderProducts order={order} actionsOf={actionsOf} />
          <OrderPayment order={order} invoices={invoices} />
          {order.withdrawal && <OrderWithdrawal orderCode={order.orderCode} withdrawal={order.withdrawal} />}
          <OrderPhotos order={order} isLibraryHidden={isLibraryHidden} />
        </div>
      </div>
      <Help orderCode={order.orderCode} />
    </div>
  );
}

/** The essentials at a glance. */
function Summary({ order }: { order: WholeOrder }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { orderCode, createdAt, total, currency, products } = order;
  return (
    <div className={classes.summary}>
      <OrderPictures products={products} />
      <div className={classes.current} role="status">
        <p className={classes.status}>
          <OrderStatus order={order} />
        </p>
        <p>
          <NextDate order={order} isWhole />
        </p>
        <p className={classes.detail}>
          {t('orders.order', { code: orderCode })} · {t('orders.placedOn')} <DayOf at={createdAt} /> ·{' '}
          {formatPrice(total, currency, locale)}
        </p>
        <OtherOrders order={order} />
      </div>
      <PayLink order={order} />
      {order.reorder?.obstacle === null && <ReorderButton orderCode={orderCode} />}
    </div>
  );
}

/** Links to the order it repeats, and to those that repeat it. */
function OtherOrders({ order: { reorderOf, reorder } }: { order: WholeOrder }) {
  const { t } = useTranslation();
  return (
    <>
      {reorderOf && (
        <p className={classes.detail}>
          <Link className={lone.link} to="/orders/$orderCode" params={{ orderCode: reorderOf }}>
            {t('orders.reorderOf', { code: reorderOf })}
          </Link>
        </p>
      )}
      {reorder?.newOrderCodes.map((code) => (
        <p key={code} className={classes.detail}>
          <NewOrderLink orderCode={code} />
        </p>
      ))}
    </>
  );
}

function ReorderButton({ orderCode }: { orderCode: string }) {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      renderRoot={(props) => <Link to="/orders/$orderCode/reorder" params={{ orderCode }} {...props} />}
    >
      {t('orders.reorder.action')}
    </Button>
  );
}

/** A reorder not accepted by the shop: still waiting, or refused. */
function OpenReorder({ order: { reorder } }: { order: WholeOrder }) {
  const [newest] = reorder?.reorders ?? [];
  return newest && newest.state !== 'ordered' && <ReorderState reorder={newest} />;
}

/** Link to customer care, including the order's code. */
function Help({ orderCode }: { orderCode: string }) {
  const { t } = useTranslation();
  const href = useCareAddress(orderCode);
  return (
    <p className={classes.help}>
      {t('orders.help')}{' '}
      <Anchor component={ChannelLink} href={href}>
        {t('orders.helpWith', { code: orderCode })}
      </Anchor>
    </p>
  );
}

/** Placeholder of the page's panels. */
function OrderSkeleton() {
  return (
    <div className={classes.order} aria-busy="true">
      <div className={classes.summary}>
        <span className={classes.pictureSkeleton}>
          <Skeleton h="100%" />
        </span>
        <div className={classes.current}>
          <Skeleton h={24} w={140} my={4} />
          <Skeleton h={16} w={230} my={4} />
          <Skeleton h={12} w={160} my={4} />
        </div>
      </div>
      <div className={classes.columns}>
        <div className={classes.column}>
          <Skeleton h={300} />
          <Skeleton h={300} />
        </div>
        <div className={classes.column}>
          <Skeleton h={220} />
          <Skeleton h={140} />
        </div>
      </div>
    </div>
  );
}
