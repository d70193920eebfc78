import type { ListedOrder, Superorder } from '@keepsake/contracts/orders/order-queries';
import { displayStatusOf } from '@keepsake/contracts/orders/order-status';
import { zoneNameStyle } from '@keepsake/contracts/platform/zone-names';
import { useTranslation } from 'react-i18next';
import { useChannel } from '#/shared/configuration.tsx';
import { dayIn, formatDay, formatDayInSentence, useLocale } from '#/shared/format.ts';
import classes from './order-words.module.css';

type Days = { from: string; to: string };

/** Display name of a product. */
export const nameOf = ({ title, article, code }: ListedOrder['products'][number]) => title ?? article ?? code;

/** The status of an order or product in words, red if cancelled [ORD-14..ORD-19]. */
export function StatusWord({ status }: { status: string }) {
  const { t } = useTranslation();
  const shown = displayStatusOf(status);
  if (shown === null) return null;
  return (
    <span className={classes.status} data-status={shown}>
      {t(`orders.status.${shown}`)}
    </span>
  );
}

/** The status of an order, including that everything has arrived. */
export function OrderStatus({
  order: { status, deliveredAt, deliveryType },
}: {
  order: ListedOrder | Superorder;
}) {
  const { t } = useTranslation();
  if (deliveredAt === null) return <StatusWord status={status} />;
  return (
    <span className={classes.status} data-status="Delivered">
      {t(deliveryType === 'PickupPoint' ? 'orders.status.Collected' : 'orders.status.Delivered')}
    </span>
  );
}

/** Delivery days: 'Tue 24 – Thu 26 November', or a single day in full. */
export function DeliveryDays({ days: { from, to } }: { days: Days }) {
  const locale = useLocale();
  const isOneDay = from === to;
  const format = new Intl.DateTimeFormat(locale, {
    weekday: isOneDay ? 'long' : 'short',
    day: 'numeric',
    month: isOneDay ? 'long' : 'short',
    year: to.startsWith(`${new Date().getFullYear()}-`) ? undefined : 'numeric',
    timeZone: 'UTC',
  });
  if (isOneDay) {
    return (
      <time dateTime={from} title={formatDay(from, locale)}>
        {format.format(new Date(from))}
      </time>
    );
  }
  return (
    <span title={`${formatDay(from, locale)} – ${formatDay(to, locale)}`}>
      {keepTogether(format.formatRange(new Date(from), new Date(to)))}
    </span>
  );
}

/** Allows a line break only after the dash: `Intl` puts a breaking thin space before it, which would start the next line. */
const keepTogether = (days: string) => days.replaceAll(' ', '\u00a0').replace(/\s–\s/, '\u00a0– ');

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
 * if the device's clock differs.
 */
export function Moment({ at }: { at: string }) {
  const { locale, timeZone } = useChannel();
  const date = new Date(at);
  const parts = {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: dayIn(date, timeZone).startsWith(`${new Date().getFullYear()}-`) ? undefined : 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  } as const;
  const there = new Intl.DateTimeFormat(locale, { ...parts, timeZone }).format(date);
  const isSame = there === new Intl.DateTimeFormat(locale, parts).format(date);
  const notified = isSame
    ? there
    : new Intl.DateTimeFormat(locale, {
        ...parts,
        timeZone,
        timeZoneName: zoneNameStyle({ at: date, locale, timeZone }),
      }).format(date);
  return (
    <time
      dateTime={at}
      title={date.toLocaleString(locale, { dateStyle: 'full', timeStyle: 'long', timeZone })}
    >
      {notified}
    </time>
  );
}

/** The day of a moment in the shop's time zone. */
export function DayOf({ at }: { at: string }) {
  const { locale, timeZone } = useChannel();
  return <time dateTime={at}>{formatDay(dayIn(at, timeZone), locale)}</time>;
}

/** The next relevant date. */
export function NextDate({ order }: { order: ListedOrder | Superorder }) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  const { unpaidUntil, expectedDelivery, promisedDelivery, deliveredAt, status, statusSince } = order;
  const shown = displayStatusOf(status);
  if (shown === 'Cancelled') return <Fact name={t('orders.cancelledOn')} at={statusSince} />;
  if (unpaidUntil !== null)
    return t('orders.payUntil', { date: formatDayInSentence(dayIn(unpaidUntil, timeZone), locale) });
  if (deliveredAt !== null) {
    const isCollected = order.deliveryType === 'PickupPoint';
    return <Fact name={t(isCollected ? 'orders.collectedOn' : 'orders.deliveredOn')} at={deliveredAt} />;
  }
  if (expectedDelivery) {
    const isNew = promisedDelivery !== null && !areSame(promisedDelivery, expectedDelivery);
    return (
      <>
        {t(isNew ? 'orders.newDelivery' : 'orders.expectedDelivery')} <DeliveryDays days={expectedDelivery} />
      </>
    );
  }
  return shown === 'Sent' ? <Fact name={t('orders.sentOn')} at={statusSince} /> : null;
}

function Fact({ name, at }: { name: string; at: string }) {
  return (
    <>
      {name} <DayOf at={at} />
    </>
  );
}

export const areSame = (a: Days, b: Days) => a.from === b.from && a.to === b.to;
