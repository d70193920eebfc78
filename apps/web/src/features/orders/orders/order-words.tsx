import { hasArrived, headlineOf, isToPay, newDayOf } from '@keepsake/contracts/orders/order-headline';
import type { ListedOrder, Superorder } from '@keepsake/contracts/orders/order-queries';
import { displayStatusOf } from '@keepsake/contracts/orders/order-status';
import type { Days } from '@keepsake/contracts/platform/fields';
import { dateInWords } from '@keepsake/contracts/platform/formats';
import { zoneNameStyle } from '@keepsake/contracts/platform/zone-names';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ChannelLink } from '#/shared/channel-links.tsx';
import { useChannel } from '#/shared/configuration.tsx';
import { dayIn, formatDay, useLocale } from '#/shared/format.ts';
import { formatNearDay, nearDay, rangeInWords, withoutComma } from '#/shared/near-days.ts';
import { serverNow } from '#/shared/server-time.ts';
import classes from './order-card.module.css';

/** Maximum products named where an order is called by them. */
const NAMED = 2;

/** What an order is called: its products, the first ones by name. */
export function useOrderName(products: ListedOrder['products'] | undefined): string | null {
  const { t } = useTranslation();
  if (!products) return null;
  const named = products.slice(0, products.length > NAMED + 1 ? NAMED : NAMED + 1);
  const names = named.map((product) =>
    product.quantity > 1
      ? t('orders.severalOf', { count: product.quantity, name: nameOf(product) })
      : nameOf(product),
  );
  const more = products.length - named.length;
  return [...names, ...(more > 0 ? [t('orders.moreProducts', { count: more })] : [])].join(', ');
}

/** Display name of a product. */
export const nameOf = ({ title, article, code }: ListedOrder['products'][number]) => title ?? article ?? code;

/** The status of a product in words, red if cancelled [ORD-14..ORD-19]; delivered once its parcels are. */
export function ProductStatus({
  order,
  product,
}: {
  order: Superorder;
  product: Superorder['products'][number];
}) {
  const { t } = useTranslation();
  const shown = displayStatusOf(product.status);
  if (shown === null) return null;
  const isDelivered = shown === 'Sent' && hasArrived(order, product.code);
  const arrived = order.deliveryType === 'PickupPoint' ? 'Collected' : 'Delivered';
  return (
    <span className={classes.status} data-status={shown}>
      {t(`orders.status.${isDelivered ? arrived : shown}`)}
    </span>
  );
}

/** The state of an order as its headline says it, with what is wrong beside it; a delay with its new day leads. */
export function OrderStatus({ order }: { order: ListedOrder | Superorder }) {
  const { t } = useTranslation();
  const headline = useHeadline(order);
  const { state, trouble, next, isWithdrawn } = headline;
  const newDay = newDayOf(headline);
  const place = next?.kind === 'collect' ? next.place : null;
  if (newDay) {
    return (
      <span className={`${classes.status} ${classes.trouble}`}>
        {t('orders.nowExpected')} <DeliveryDays days={newDay} />
        {isWithdrawn && ` · ${t('orders.withdrawn')}`}
      </span>
    );
  }
  return (
    <span className={classes.status} data-status={state ?? undefined}>
      {place === null ? state && t(`orders.status.${state}`) : t('orders.collectAt', { place })}
      {trouble && (
        <>
          {state && ' · '}
          <span className={classes.trouble}>{t(`orders.trouble.${trouble}`)}</span>
        </>
      )}
      {isWithdrawn && [(state || trouble) && ' · ', t('orders.withdrawn')]}
    </span>
  );
}

const useHeadline = (order: ListedOrder | Superorder) => headlineOf(order, serverNow());

/** Delivery days: 'Tue 24 – Thu 26 November', or a single day in full. */
export function DeliveryDays({ days: { from, to } }: { days: Days }) {
  const locale = useLocale();
  if (from === to) {
    return (
      <time dateTime={from} title={formatDay(from, locale)}>
        {formatNearDay(from, locale)}
      </time>
    );
  }
  const options = { ...nearDay(to, 'short'), timeZone: 'UTC' };
  return (
    <span title={`${formatDay(from, locale)} – ${formatDay(to, locale)}`}>
      {keepTogether(rangeInWords(new Date(from), new Date(to), locale, options))}
    </span>
  );
}

/** Allows a line break only after the dash, which `Intl` surrounds by thin spaces or, in Swedish, by none. */
const keepTogether = (days: string) => days.replaceAll(' ', '\u00a0').replace(/\s*–\s*/, '\u00a0– ');

/** The state of a parcel in words; at a pick-up point it is collected. */
export function ParcelState({
  order: { deliveryType },
  state,
}: {
  order: Pick<Superorder, 'deliveryType'>;
  state: Superorder['parcels'][number]['state'];
}) {
  const { t } = useTranslation();
  const isCollected = state === 'delivered' && deliveryType === 'PickupPoint';
  return t(isCollected ? 'orders.status.Collected' : `orders.parcelState.${state}`);
}

/**
 * The day and time of an event in the shop's time zone, so that days do not shift; in full on hover, and with the zone's name
 * if the device's clock differs and it was this year: nobody compares an older one with a clock.
 */
export function Moment({ at }: { at: string }) {
  const { locale, timeZone } = useChannel();
  const date = new Date(at);
  const parts = { ...nearDay(dayIn(date, timeZone), 'short'), hour: '2-digit', minute: '2-digit' } as const;
  const there = dateInWords(date, locale, { ...parts, timeZone });
  const isAlike = parts.year !== undefined || there === dateInWords(date, locale, parts);
  const notified = isAlike
    ? there
    : dateInWords(date, locale, {
        ...parts,
        timeZone,
        timeZoneName: zoneNameStyle({ at: date, locale, timeZone }),
      });
  return (
    <time dateTime={at} title={dateInWords(date, locale, { dateStyle: 'full', timeStyle: 'long', timeZone })}>
      {withoutComma(notified, locale)}
    </time>
  );
}

/** The day of a moment in the shop's time zone. */
export function DayOf({ at }: { at: string }) {
  const { locale, timeZone } = useChannel();
  return <time dateTime={at}>{formatDay(dayIn(at, timeZone), locale)}</time>;
}

/** The one date or act that matters next, or the status of an order whose headline is its new day; `isWhole` adds what follows. */
export function NextDate({ order, isWhole }: { order: ListedOrder | Superorder; isWhole?: boolean }) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  const headline = useHeadline(order);
  const { state, next } = headline;
  if (newDayOf(headline)) return state && t(`orders.status.${state}`);
  switch (next?.kind) {
    case 'collect':
      if (next.until === null) return t('orders.collectSoon');
      return (
        <>
          {t('orders.collectUntil')} <DeliveryDays days={{ from: next.until, to: next.until }} />.
        </>
      );
    case 'pay': {
      const day = dayIn(next.until, timeZone);
      if (next.isOver) return t('orders.payOver', { date: formatNearDay(day, locale) });
      const request = t('orders.payUntil', { date: formatNearDay(day, locale) });
      return isWhole ? `${request} ${t('orders.payOrHidden')}` : request;
    }
    case 'arrival':
      return (
        <>
          {t(next.change ? 'orders.newDelivery' : 'orders.expectedDelivery')}{' '}
          <DeliveryDays days={next.days} />
        </>
      );
    case 'sendBack':
      return next.isOnWay
        ? t('orders.sendBackOnceThere', { date: formatNearDay(next.until, locale) })
        : t('orders.sendBackBy', { date: formatNearDay(next.until, locale) });
    case 'since':
      return <Since name={t(SINCE[next.state])} at={next.at} />;
    default:
      return null;
  }
}

const SINCE = {
  Sent: 'orders.sentOn',
  Delivered: 'orders.deliveredOn',
  Collected: 'orders.collectedOn',
  Cancelled: 'orders.cancelledOn',
} as const;

function Since({ name, at }: { name: string; at: string }) {
  return (
    <>
      {name} <DayOf at={at} />
    </>
  );
}

/** Address of customer care, including the order's code. */
export function useCareAddress(orderCode: string): string {
  const { customerCareUrl } = useChannel();
  const [address = '', fragment] = customerCareUrl.split('#');
  return `${address}${address.includes('?') ? '&' : '?'}orderCode=${orderCode}${fragment ? `#${fragment}` : ''}`;
}

type PayLinkProps = {
  order: Pick<ListedOrder, 'orderCode' | 'unpaidUntil' | 'paymentUrl' | 'withdrawn'>;
  /** The element that names the order, where the link stands in a list of several. */
  nameId?: string;
};

/** Where an unpaid order is paid, or else who says how. */
export function PayLink({ order, nameId }: PayLinkProps) {
  const { t } = useTranslation();
  const { orderCode, paymentUrl } = order;
  const careAddress = useCareAddress(orderCode);
  if (!isToPay(order)) return null;
  return (
    <Button
      className={nameId && classes.inList}
      variant={paymentUrl === null ? 'default' : 'filled'}
      aria-describedby={nameId}
      renderRoot={(props) => <ChannelLink href={paymentUrl ?? careAddress} {...props} />}
    >
      {t(paymentUrl === null ? 'orders.askHowToPay' : 'orders.pay')}
    </Button>
  );
}
