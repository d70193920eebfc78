import { isGivenUp } from '@keepsake/contracts/orders/order-headline';
import type { ListedOrder } from '@keepsake/contracts/orders/order-queries';
import { displayStatusOf } from '@keepsake/contracts/orders/order-status';
import { formatPrice } from '@keepsake/contracts/platform/currencies';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import '@mantine/core/styles/VisuallyHidden.layer.css';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { NeededByLine } from '#/features/orders/needed-by/index.ts';
import { useLocale } from '#/shared/format.ts';
import classes from './order-card.module.css';
import { DayOf, NextDate, nameOf, OrderStatus, PayLink, useOrderName } from './order-words.tsx';
import { OrderPictures } from './product-picture.tsx';

/** An order in the list: its products, its state, and the date that matters next. */
export function OrderCard({ order }: { order: ListedOrder }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { orderCode, createdAt, products, total, currency } = order;
  const name = useOrderName(products);
  const nameId = useId();
  return (
    <li className={classes.card}>
      <OrderPictures products={products} />
      <div className={classes.text}>
        <h3 id={nameId} className={classes.products}>
          <Link className={classes.link} to="/orders/$orderCode" params={{ orderCode }}>
            {name} <VisuallyHidden>{t('orders.ofOrder', { code: orderCode })}</VisuallyHidden>
          </Link>
        </h3>
        <p>
          <OrderStatus order={order} />
        </p>
        <p className={classes.next}>
          <NextDate order={order} />
        </p>
        <CancelledProducts order={order} />
        <PayLink order={order} nameId={nameId} />
        {order.neededBy && order.neededBy.verdict !== 'arrived' && !isGivenUp(order) && (
          <NeededByLine neededBy={order.neededBy} />
        )}
      </div>
      <p className={classes.details}>
        <span className={classes.total}>{formatPrice(total, currency, locale)}</span>
        <span className={classes.placed}>
          <DayOf at={createdAt} />
          <span className={classes.code}>{orderCode}</span>
        </span>
      </p>
    </li>
  );
}

/** The products of an order that are cancelled while others are not. */
function CancelledProducts({ order: { status, products } }: { order: ListedOrder }) {
  const { t } = useTranslation();
  const cancelled = products.filter((product) => displayStatusOf(product.status) === 'Cancelled');
  if (displayStatusOf(status) === 'Cancelled' || cancelled.length === 0) return null;
  return (
    <p className={classes.next}>
      <span className={classes.status} data-status="Cancelled">
        {t('orders.status.Cancelled')}
      </span>{' '}
      · {cancelled.map(nameOf).join(', ')}
    </p>
  );
}

/** Placeholder for a card. */
export function CardSkeleton() {
  return (
    <li className={classes.card}>
      <span className={classes.pictureSkeleton}>
        <Skeleton h="100%" />
      </span>
      <div className={classes.text}>
        <Skeleton h={18} w={120} my={3} />
        <Skeleton h={14} w={210} my={4} />
        <Skeleton h={12} w={160} my={4} />
      </div>
      <div className={classes.details}>
        <Skeleton h={14} w={64} my={4} />
        <Skeleton h={12} w={80} my={4} />
      </div>
    </li>
  );
}
