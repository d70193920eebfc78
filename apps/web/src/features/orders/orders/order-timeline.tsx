import type { Superorder } from '@keepsake/contracts/orders/order-queries';
import { formatPrice } from '@keepsake/contracts/platform/currencies';
import { VisuallyHidden } from '@mantine/core';
import '@mantine/core/styles/VisuallyHidden.layer.css';
import { useTranslation } from 'react-i18next';
import { useLocale } from '#/shared/format.ts';
import classes from './order-timeline.module.css';
import { DeliveryDays, Moment, nameOf, ParcelState } from './order-words.tsx';
import { type Step, stepsOf, type TimelineEntry } from './steps.ts';

/** The order's steps, done, current and future, with time, place and reason of each event. */
export function OrderTimeline({ order }: { order: Superorder }) {
  const { t } = useTranslation();
  const isPickedUp = order.deliveryType === 'PickupPoint';
  return (
    <ol className={classes.steps} aria-label={t('orders.timeline')}>
      {stepsOf(order).map((step) => (
        <li
          key={step.kind}
          className={classes.step}
          data-state={step.state}
          data-kind={step.kind}
          aria-current={step.state === 'now' ? 'step' : undefined}
        >
          <p className={classes.heading}>
            {t(`orders.status.${isPickedUp && step.kind === 'Delivered' ? 'Collected' : step.kind}`)}{' '}
            <VisuallyHidden>{t(`orders.step.${step.state}`)}</VisuallyHidden>
          </p>
          {step.at && (
            <p className={classes.when}>
              <Moment at={step.at} />
              {step.place && ` · ${step.place}`}
            </p>
          )}
          {step.note && <p className={classes.note}>{step.note}</p>}
          <Entries order={order} step={step} />
        </li>
      ))}
    </ol>
  );
}

function Entries({ order, step }: { order: Superorder; step: Step }) {
  if (step.entries.length === 0) return null;
  return (
    <ul className={classes.entries}>
      {step.entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events are only appended, and two may be equal
        <li key={index} className={classes.entry}>
          <p className={classes.what}>
            <What order={order} entry={entry} />
          </p>
          {entry.note && <p className={classes.note}>{entry.note}</p>}
          <p className={classes.when}>
            <Moment at={entry.happenedAt} />
            {entry.place && ` · ${entry.place}`}
          </p>
        </li>
      ))}
    </ul>
  );
}

type EntryProps = { order: Superorder; entry: TimelineEntry };

/** The event, and the products it concerns if not all. */
function What({ order, entry }: EntryProps) {
  const codes = entry.productCodes;
  const some = codes && codes.length < order.products.length ? codes : [];
  const names = order.products.filter(({ code }) => some.includes(code)).map(nameOf);
  return (
    <>
      <Stated order={order} entry={entry} />
      {names.length > 0 && <span className={classes.products}>{names.join(', ')}</span>}
    </>
  );
}

function Stated({ order, entry }: EntryProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { type, status, state, delivery, reason, amount } = entry;
  if (status !== undefined) return t(`orders.said.${WORDS[status] ?? 'processing'}`);
  if (state !== undefined) return <ParcelState order={order} state={state} />;
  if (delivery) {
    return (
      <>
        {t('orders.said.delivery')} <DeliveryDays days={delivery} />
        {reason && <span className={classes.reason}>{t(`orders.reason.${reason}`)}</span>}
      </>
    );
  }
  if (amount !== undefined)
    return t('orders.said.refunded', { amount: formatPrice(amount, order.currency, locale) });
  return t(`orders.said.${type}`);
}

/** Text keys of statuses in both vocabularies. */
const WORDS: Record<string, string> = {
  Received: 'awaitingPayment',
  paymentPending: 'awaitingPayment',
  paymentFailed: 'paymentFailed',
  paymentSuccess: 'paid',
  paymentFree: 'free',
  Confirmed: 'confirmed',
  approved: 'confirmed',
  processing: 'processing',
  'verification failed': 'checking',
  'processing failed': 'checking',
  on_hold: 'onHold',
  ProductionStarted: 'started',
  producing: 'started',
  ProductionCompleted: 'completed',
  delayed: 'delayed',
  Dispatched: 'sent',
  shipped: 'sent',
  Cancelled: 'cancelled',
  cancelled: 'cancelled',
  rejected: 'rejected',
};
