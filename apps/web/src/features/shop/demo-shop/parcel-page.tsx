import type { Superorder } from '@keepsake/contracts/orders/order-queries';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isGone } from '#/shared/api/api-problem.ts';
import { createDeviceMoment, useLocale } from '#/shared/format.ts';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import classes from './after-order.module.css';
import { ToOrder } from './payment-page.tsx';
import { orderedQuery } from './queries.ts';
import { ShopFrame } from './shop-frame.tsx';

type Props = { orderCode: string; parcelId: string };

/** Stand-in for a carrier's tracking page: the events of a parcel, newest first. */
export function ParcelPage({ orderCode, parcelId }: Props) {
  const { t } = useTranslation();
  const { data: order, error, refetch } = useQuery(orderedQuery(orderCode));
  const parcel = order?.parcels.find((each) => each.parcelId === parcelId);
  const isUnknown = isGone(error) || (order !== undefined && !parcel);
  const title = parcel?.trackingNumber
    ? t('demoShop.parcelTitle', { number: parcel.trackingNumber })
    : t('demoShop.parcel');
  return (
    <ShopFrame>
      <Page title={title}>
        {isUnknown && <p>{t('demoShop.parcelUnknown')}</p>}
        {!isUnknown && !order && error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!order && !error && <Skeleton height={240} />}
        {order && parcel && <Way order={order} parcel={parcel} />}
      </Page>
    </ShopFrame>
  );
}

function Way({ order, parcel }: { order: Superorder; parcel: Superorder['parcels'][number] }) {
  const { t } = useTranslation();
  const formatMoment = createDeviceMoment(useLocale());
  const way = order.timeline.filter(({ parcelId }) => parcelId === parcel.parcelId).toReversed();
  return (
    <div className={classes.text}>
      <p className={classes.status} role="status">
        {t(`orders.parcelState.${parcel.state}`)}
      </p>
      <p>{parcel.carrier}</p>
      <ol className={classes.way} aria-label={t('demoShop.parcelWay')}>
        {way.map(({ happenedAt, state, place }) => (
          <li key={`${happenedAt} ${state}`}>
            <span>{t(`orders.parcelState.${state}`)}</span>
            <span className={classes.when}>
              <time dateTime={happenedAt}>{formatMoment(new Date(happenedAt))}</time>
              {place && ` · ${place}`}
            </span>
          </li>
        ))}
      </ol>
      <ToOrder orderCode={order.orderCode} />
    </div>
  );
}
