import { placeReorder } from '@keepsake/contracts/orders/reorders';
import { formatPrice } from '@keepsake/contracts/platform/currencies';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { hasCode, isGone } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { useLocale } from '#/shared/format.ts';
import { BackLink } from '#/shared/ui/back-link.tsx';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import orderClasses from './order-page.module.css';
import { useOrderName } from './order-words.tsx';
import { Panel } from './panel.tsx';
import { orderQuery, type ReorderStatus, type WholeOrder } from './queries.ts';
import classes from './reorder-page.module.css';
import { ReorderProducts } from './reorder-products.tsx';
import { ReorderState } from './reorder-state.tsx';
import { ReorderTerms } from './reorder-terms.tsx';

type Offered = { order: WholeOrder; offer: ReorderStatus };

/** What the same order would be today, and the button that places it [ORD-10, ORD-30]. */
export function ReorderPage({ orderCode }: { orderCode: string }) {
  const { t } = useTranslation();
  const { data: order, error, refetch } = useQuery(orderQuery(orderCode));
  const name = useOrderName(order?.products);
  const title = name === null ? t('orders.order', { code: orderCode }) : t('orders.reorder.title', { name });
  const back = <BackLink to="/orders/$orderCode" params={{ orderCode }} label={t('orders.toOrder')} />;
  return (
    <Page title={title} back={back}>
      {content()}
    </Page>
  );

  function content() {
    if (order?.reorder) return <Reorder order={order} offer={order.reorder} />;
    if (!order && !error) {
      return (
        <div aria-busy="true">
          <Skeleton h={420} />
        </div>
      );
    }
    const message = t(isGone(error) ? 'orders.notFound' : 'orders.orderFailed');
    return <ErrorState error={error} message={message} onRetry={() => void refetch()} />;
  }
}

function Reorder({ order, offer }: Offered) {
  const { t } = useTranslation();
  return (
    <div className={orderClasses.order}>
      <p className={orderClasses.detail}>{t('orders.order', { code: order.orderCode })}</p>
      <Panel title={t('orders.products')}>
        <ReorderProducts order={order} offer={offer} />
      </Panel>
      <ReorderTerms order={order} offer={offer} />
      <PlaceReorder order={order} offer={offer} />
    </div>
  );
}

/** The button, worded as the law requires; once pressed, the state of the reorder. */
function PlaceReorder({ order: { orderCode }, offer }: Offered) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { mutate, data, isPending, error } = usePlaceReorder(orderCode);
  const [newest] = offer.reorders;
  const isPlaced = data !== undefined && newest?.reorderId === data.reorderId;
  const isWaiting = isPlaced || offer.obstacle === 'sent';
  return (
    <div className={classes.place}>
      <div role="status" className={classes.state}>
        {newest && <ReorderState reorder={newest} />}
      </div>
      {!isWaiting && offer.obstacle && <p>{t(`orders.reorder.obstacle.${offer.obstacle}`)}</p>}
      {!isWaiting && !offer.obstacle && (
        <>
          {error && (
            <DialogAlert error={error}>
              {t(isOutdated(error) ? 'orders.reorder.changed' : 'orders.reorder.failed')}
            </DialogAlert>
          )}
          <p className={classes.total}>
            <span>{t('orders.reorder.total')}</span>
            <strong>{formatPrice(offer.total, offer.currency, locale)}</strong>
          </p>
          <Button
            size="md"
            // A reorder just placed should be paid rather than repeated.
            variant={newest?.paymentUrl ? 'default' : 'filled'}
            loading={isPending}
            onClick={() => mutate(offer.total)}
          >
            {t('orders.reorder.place')}
          </Button>
        </>
      )}
    </div>
  );
}

/** Whether the displayed offer is outdated. */
const isOutdated = (error: Error) => hasCode(error, 'conflict');

function usePlaceReorder(orderCode: string) {
  return useMutation({
    mutationFn: (total: number, press) =>
      call(placeReorder, { query: { OrderCode: orderCode, Total: String(total) } }, press),
    meta: { action: 'PLACE_REORDER', invalidates: ['Orders'] },
  });
}
