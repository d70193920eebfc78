import { areSame, isAwaited, isFinished, isGivenUp } from '@keepsake/contracts/orders/order-headline';
import type { Superorder } from '@keepsake/contracts/orders/order-queries';
import { displayStatusOf } from '@keepsake/contracts/orders/order-status';
import type { Days } from '@keepsake/contracts/platform/fields';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Address } from '#/features/account/addresses/index.ts';
import { serverNow } from '#/shared/server-time.ts';
import { saveText } from '#/shared/take-text.ts';
import { drawing } from '#/shared/ui/icons.tsx';
import { deliveryCalendar } from './calendar-file.ts';
import { DeliveryAddress } from './delivery-address.tsx';
import classes from './order-delivery.module.css';
import { OrderNeededBy } from './order-needed-by.tsx';
import { DeliveryDays, Moment, nameOf, ParcelState } from './order-words.tsx';
import { Panel } from './panel.tsx';
import type { WholeOrder } from './queries.ts';

/** When an order arrives, with which carrier and where. */
export function OrderDelivery({ order }: { order: WholeOrder }) {
  const { t } = useTranslation();
  const { parcels, deliveryAddress, pickupPoint } = order;
  if (!hasDelivery(order)) return null;
  return (
    <Panel title={t('orders.delivery')}>
      <div className={classes.groups}>
        {hasDates(order) && <Dates order={order} />}
        {hasNeeded(order) && (
          <Group title={t('neededBy.title')} isUnprinted={order.neededBy === null}>
            <OrderNeededBy
              order={order}
              isOver={isFinished(order) || order.collection !== null || isGivenUp(order)}
            />
          </Group>
        )}
        {parcels.length > 0 && <Parcels order={order} />}
        {pickupPoint && <PickupPoint point={pickupPoint} />}
        {!pickupPoint && deliveryAddress && (
          <Group title={t('orders.deliveryAddress')}>
            <DeliveryAddress
              orderCode={order.orderCode}
              address={deliveryAddress}
              isOver={isFinished(order)}
            />
          </Group>
        )}
      </div>
    </Panel>
  );
}

/** Whether anything is known of an order's delivery. */
const hasDelivery = (order: WholeOrder): boolean =>
  hasDates(order) ||
  order.neededBy !== null ||
  order.parcels.length > 0 ||
  order.pickupPoint !== null ||
  order.deliveryAddress !== null;

type GroupProps = {
  title: string;
  /** Holds only what is pressed. */
  isUnprinted?: boolean;
  children: ReactNode;
};

function Group({ title, isUnprinted, children }: GroupProps) {
  return (
    <div className={classes.group} data-unprinted={isUnprinted || undefined}>
      <h3 className={classes.name}>{title}</h3>
      {children}
    </div>
  );
}

/** Nothing is promised of an order that is cancelled or withdrawn from, not paid yet, or there already to be collected. */
const hasDates = ({ deliveryDates, status, unpaidUntil, collection, deliveredAt, withdrawn }: WholeOrder) =>
  deliveryDates !== null &&
  (deliveredAt !== null || !isGivenUp({ withdrawn })) &&
  unpaidUntil === null &&
  collection === null &&
  displayStatusOf(status) !== 'Cancelled';

/** The promise and what is expected now, one if they are equal, with the reason of each change. */
function Dates({ order }: { order: WholeOrder }) {
  const { t } = useTranslation();
  const { deliveryDates, deliveredAt, deliveryType } = order;
  const arrived = deliveryType === 'PickupPoint' ? 'orders.status.Collected' : 'orders.status.Delivered';
  if (!deliveryDates) return null;
  const { promised, expected, changes } = deliveryDates;
  const isTwofold = deliveredAt !== null || !areSame(promised, expected);
  return (
    <div className={classes.group}>
      <dl className={classes.dates}>
        {isTwofold && (
          <div>
            <dt className={classes.name}>{t('orders.promised')}</dt>
            <dd data-replaced={!areSame(promised, expected) || undefined}>
              <DeliveryDays days={promised} />
            </dd>
          </div>
        )}
        <div>
          <dt className={classes.name}>
            {t(deliveredAt ? arrived : isTwofold ? 'orders.current' : 'orders.expectedDelivery')}
          </dt>
          <dd>{deliveredAt ? <Moment at={deliveredAt} /> : <DeliveryDays days={expected} />}</dd>
        </div>
      </dl>
      {changes.length > 0 && <Changes changes={changes} />}
      {!deliveredAt && <CalendarButton order={order} days={expected} />}
    </div>
  );
}

function Changes({ changes }: Pick<NonNullable<WholeOrder['deliveryDates']>, 'changes'>) {
  const { t } = useTranslation();
  return (
    <ul className={classes.changes}>
      {changes.map(({ delivery, reason, note, changedAt }) => (
        <li key={`${changedAt} ${delivery.from} ${delivery.to}`}>
          <Moment at={changedAt} />
          <span className={classes.change}>
            {t('orders.said.delivery')} <DeliveryDays days={delivery} />
          </span>
          {(reason || note) && (
            <span className={classes.reason}>
              {[reason && t(`orders.reason.${reason}`), note].filter(Boolean).join(' ')}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A needed date can be set while the order is awaited, and is not shown for a cancelled one. */
const hasNeeded = (order: WholeOrder) =>
  displayStatusOf(order.status) !== 'Cancelled' && (isAwaited(order) || order.neededBy !== null);

function CalendarButton({ order, days }: { order: WholeOrder; days: Days }) {
  const { t } = useTranslation();
  const { orderCode } = order;
  function save() {
    const title = t('orders.calendarTitle', { code: orderCode });
    const url = new URL(`/orders/${orderCode}`, window.location.href).href;
    const text = deliveryCalendar({ orderCode, days, title, url, now: serverNow() });
    saveText(`${orderCode}.ics`, text, 'text/calendar');
  }
  return (
    <Button className={classes.calendar} variant="default" leftSection={<CalendarIcon />} onClick={save}>
      {t('orders.calendar')}
    </Button>
  );
}

const CalendarIcon = drawing(
  'M5 6.5h14a1 1 0 0 1 1 1V19a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7.5a1 1 0 0 1 1-1zM4 10.5h16M8 4v4m8-4v4',
  { size: 18 },
);

function Parcels({ order }: { order: Superorder }) {
  const { t } = useTranslation();
  const { parcels } = order;
  return (
    <Group title={t('orders.parcels', { count: parcels.length })}>
      <ul className={classes.parcels}>
        {parcels.map((parcel, at) => (
          <li key={parcel.parcelId} className={classes.parcel}>
            <p className={classes.parcelState}>
              {parcels.length > 1 && `${t('orders.parcel', { number: at + 1 })} · `}
              <ParcelState order={order} state={parcel.state} />
            </p>
            <p className={classes.detail}>
              <Moment at={parcel.stateSince} />
            </p>
            <p className={classes.detail}>
              {[parcel.carrier, parcel.trackingNumber].filter(Boolean).join(' · ') || t('orders.noTracking')}
            </p>
            <Contents order={order} codes={parcel.productCodes} />
            {parcel.trackingUrl && (
              <a
                className={classes.track}
                href={parcel.trackingUrl}
                target="_blank"
                rel="noopener noreferrer"
                aria-label={t('orders.trackParcel', {
                  number: parcel.trackingNumber ?? parcel.parcelId,
                })}
              >
                {t('orders.track')}
              </a>
            )}
          </li>
        ))}
      </ul>
    </Group>
  );
}

/** The products in a parcel, if the order has several and the contents were reported. */
function Contents({ order, codes }: { order: Superorder; codes: readonly string[] | null }) {
  if (!codes || order.products.length < 2) return null;
  const names = order.products.filter(({ code }) => codes.includes(code)).map(nameOf);
  return names.length > 0 && <p className={classes.detail}>{names.join(', ')}</p>;
}

function PickupPoint({ point }: { point: NonNullable<Superorder['pickupPoint']> }) {
  const { t } = useTranslation();
  return (
    <Group title={t('orders.pickupPoint')}>
      {point.name !== point.address.name && <p className={classes.point}>{point.name}</p>}
      <Address address={point.address} />
      {point.openingHours.length > 0 && (
        <>
          <h4 className={classes.hoursTitle}>{t('orders.openingHours')}</h4>
          <ul className={classes.hours}>
            {point.openingHours.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
    </Group>
  );
}
