import { byUrgency, isFinished } from '@keepsake/contracts/orders/order-headline';
import type { ListedOrder } from '@keepsake/contracts/orders/order-queries';
import { splitOrders } from '@keepsake/contracts/orders/order-status';
import { Button, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProductsLink, useShopUrl } from '#/shared/channel-links.tsx';
import { useIsBlocked } from '#/shared/customer-query.ts';
import { useFlag } from '#/shared/flags.tsx';
import { formatNumber, useLocale } from '#/shared/format.ts';
import { serverNow } from '#/shared/server-time.ts';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import { PageLinks } from '#/shared/ui/page-links.tsx';
import { RowList } from '#/shared/ui/row-list.tsx';
import { CardSkeleton, OrderCard } from './order-card.tsx';
import classes from './orders-page.module.css';
import { useOrders } from './queries.ts';

/** Page size of the lists, in orders [ORD-31]. */
const PAGE_SIZE = 10;

/** Number of placeholder cards. */
const PLACEHOLDERS = 4;

/** The lists of the page, by their names in the address [ORD-05]. */
type ListName = 'inProgress' | 'history';
export type OrdersSearch = { [List in ListName]?: number };

type Props = {
  /** Pages of the lists, from the address. */
  pages: OrdersSearch;
  /** The next order deadline, placed last so that it shifts nothing when it arrives. */
  notice?: ReactNode;
  /** The range of products, shown if nothing has been ordered. */
  productRange?: ReactNode;
};

/** The customer's orders, in progress and history [RTE-19, ORD-01]. */
export function OrdersPage({ pages, notice, productRange }: Props) {
  const { t } = useTranslation();
  const { orders, total, productsCount, isWhole, isRestMissing, error, loadRest, retry } = useOrders();
  if (!orders && error) {
    return (
      <Page title={t('orders.title')}>
        <ErrorState error={error} message={t('orders.failed')} onRetry={retry} />
      </Page>
    );
  }
  if (orders?.length === 0) {
    return (
      <Page title={t('orders.title')}>
        <NoOrders />
        {notice}
        {productRange}
      </Page>
    );
  }
  return (
    <Page title={t('orders.title')}>
      <p className={classes.counts} role="status">
        {orders ? (
          `${t('orders.ordersCount', { count: total })} · ${t('orders.productsCount', { count: productsCount })}`
        ) : (
          <Skeleton component="span" display="inline-block" h={14} w={150} />
        )}
      </p>
      <Lists orders={orders} total={total} isWhole={isWhole} pages={pages} />
      {isRestMissing && <RestMissing onRetry={loadRest} />}
      {orders && notice}
    </Page>
  );
}

function RestMissing({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.rest}>
      <p role="alert">{t('errors.moreFailed')}</p>
      <Button variant="default" onClick={onRetry}>
        {t('errors.tryAgain')}
      </Button>
    </div>
  );
}

type ListsProps = Pick<ReturnType<typeof useOrders>, 'orders' | 'total' | 'isWhole'> & {
  pages: OrdersSearch;
};

/** Orders in progress, followed by the history. */
function Lists({ orders, total, isWhole, pages }: ListsProps) {
  // Fixed, so that an order does not move between the lists while the page is open.
  const [now] = useState(serverNow);
  if (!orders) return <ListSkeleton />;
  const { inProgress, history } = splitOrders(orders, now);
  // Orders arrive newest first, so those not loaded yet belong to the history.
  const historyTotal = isWhole ? history.length : total - inProgress.length;
  return (
    <>
      {inProgress.length > 0 && (
        <OrderList
          name="inProgress"
          orders={byUrgency(inProgress)}
          total={inProgress.length}
          requested={pages.inProgress}
        />
      )}
      {historyTotal > 0 && (
        <OrderList name="history" orders={history} total={historyTotal} requested={pages.history} />
      )}
    </>
  );
}

type ListProps = {
  name: ListName;
  /** The orders loaded so far. */
  orders: readonly ListedOrder[];
  total: number;
  /** The page named by the address. */
  requested: number | undefined;
};

function OrderList({ name, orders, total, requested = 1 }: ListProps) {
  const { t } = useTranslation();
  const pagesCount = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const page = Math.min(requested, pagesCount);
  const from = (page - 1) * PAGE_SIZE;
  const shown = orders.slice(from, from + PAGE_SIZE);
  const isDivided = name === 'inProgress';
  const finishedAt = isDivided ? startOfFinished(shown) : shown.length;
  const finishedTotal = isDivided ? orders.filter(isFinished).length : 0;
  const missing = Math.min(PAGE_SIZE, total - from) - shown.length;
  const title = t(`orders.list.${name}`);
  const hasUnfinished = finishedAt + missing > 0;
  return (
    <section className={classes.list} aria-label={title}>
      {hasUnfinished && <Heading title={title} count={total - finishedTotal} />}
      {hasUnfinished && (
        <RowList isBusy={missing > 0}>
          {shown.slice(0, finishedAt).map((order) => (
            <OrderCard key={order.orderCode} order={order} />
          ))}
          {Array.from({ length: missing }, (_, at) => from + shown.length + at).map((place) => (
            <CardSkeleton key={place} />
          ))}
        </RowList>
      )}
      {finishedAt < shown.length && (
        <Finished orders={shown.slice(finishedAt)} total={finishedTotal} isAlone={!hasUnfinished} />
      )}
      <PageLinks list={name} label={t('pages.of', { list: title })} page={page} pagesCount={pagesCount} />
    </section>
  );
}

function Heading({ title, count }: { title: string; count: number }) {
  const locale = useLocale();
  return (
    <h2 className={classes.title} tabIndex={-1}>
      {title} <span className={classes.count}>{formatNumber(count, locale)}</span>
    </h2>
  );
}

/** Where the finished orders begin, which stand last among those in progress. */
function startOfFinished(orders: readonly ListedOrder[]): number {
  const at = orders.findIndex(isFinished);
  return at < 0 ? orders.length : at;
}

type FinishedProps = {
  orders: readonly ListedOrder[];
  total: number;
  /** Whether the page of the list holds no others, so that theirs is its only heading. */
  isAlone: boolean;
};

/** Orders that count as in progress for some days after they are finished. */
function Finished({ orders, total, isAlone }: FinishedProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const title = t('orders.list.recentlyFinished');
  return (
    <>
      {isAlone ? (
        <Heading title={title} count={total} />
      ) : (
        <p className={classes.finished}>
          {title} <span className={classes.count}>{formatNumber(total, locale)}</span>
        </p>
      )}
      <RowList>
        {orders.map((order) => (
          <OrderCard key={order.orderCode} order={order} />
        ))}
      </RowList>
    </>
  );
}

/**
 * Placeholder while it is unknown which list is first and how long it is: a list without a title, with nothing below it to
 * shift.
 */
function ListSkeleton() {
  return (
    <section className={classes.list}>
      <div className={classes.title}>
        <Skeleton h={20} w={120} my={4} />
      </div>
      <RowList isBusy>
        {Array.from({ length: PLACEHOLDERS }, (_, place) => place).map((place) => (
          <CardSkeleton key={place} />
        ))}
      </RowList>
    </section>
  );
}

/** [ORD-02] */
function NoOrders() {
  const { t } = useTranslation();
  const hasShop = useShopUrl() !== null;
  const isBlocked = useIsBlocked();
  const hasPhotos = useFlag('PhotoManagementTimelineViewEnabled') && !isBlocked;
  return (
    <EmptyState
      action={
        (hasPhotos || hasShop) && (
          <div className={classes.next}>
            {hasPhotos && (
              <Button renderRoot={(props) => <Link to="/my-photos/photos" {...props} />}>
                {t('orders.choosePhotos')}
              </Button>
            )}
            {hasShop && (
              <Button
                variant={hasPhotos ? 'default' : 'filled'}
                renderRoot={(props) => <ProductsLink {...props} />}
              >
                {t('orders.toShop')}
              </Button>
            )}
          </div>
        )
      }
    >
      {t('orders.empty')}
    </EmptyState>
  );
}
