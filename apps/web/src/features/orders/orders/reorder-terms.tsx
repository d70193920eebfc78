import { LATEST_DELIVERY_DAYS } from '@keepsake/contracts/orders/reorders';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Address } from '#/features/account/addresses/index.ts';
import { useIsBusiness } from '#/shared/customer-query.ts';
import lone from '#/shared/ui/lone-link.module.css';
import orderClasses from './order-page.module.css';
import { nameOf } from './order-words.tsx';
import { Panel } from './panel.tsx';
import type { ReorderStatus, WholeOrder } from './queries.ts';
import classes from './reorder-terms.module.css';

type Props = { order: WholeOrder; offer: ReorderStatus };

/** Information required before the button: delivery address and time, and the right of withdrawal. */
export function ReorderTerms({ order, offer }: Props) {
  const { t } = useTranslation();
  const { isBusiness } = useIsBusiness();
  const { deliveryAddress, pickupPoint } = order;
  const address = pickupPoint?.address ?? deliveryAddress;
  return (
    <div className={orderClasses.panels}>
      <Panel title={t('orders.delivery')}>
        <p className={classes.text}>
          <DeliveryTime days={offer.deliveryDays} />
        </p>
        <h3 className={classes.name}>{t(pickupPoint ? 'orders.pickupPoint' : 'orders.deliveryAddress')}</h3>
        {pickupPoint && pickupPoint.name !== pickupPoint.address.name && (
          <p className={classes.point}>{pickupPoint.name}</p>
        )}
        {address ? (
          <Address address={address} />
        ) : (
          <p className={classes.text}>{t('orders.reorder.sameAddress')}</p>
        )}
      </Panel>
      {!isBusiness && <Withdrawal order={order} offer={offer} />}
    </div>
  );
}

function DeliveryTime({ days }: { days: ReorderStatus['deliveryDays'] }) {
  const { t } = useTranslation();
  if (!days) return t('orders.reorder.deliveryUnknown', { days: LATEST_DELIVERY_DAYS });
  const { from, to } = days;
  return from === to
    ? t('orders.reorder.deliveryDays', { count: to })
    : t('orders.reorder.deliveryBetween', { from, count: to });
}

/** The right of withdrawal, per product if it differs. */
function Withdrawal({ order, offer }: Props) {
  const { t } = useTranslation();
  const ordered = offer.products
    .map(({ withdrawal, leftOut }, position) => ({ withdrawal, leftOut, product: order.products[position] }))
    .filter(({ leftOut }) => leftOut === null);
  const notified = Map.groupBy(ordered, ({ withdrawal }) => wordsOf(withdrawal));
  return (
    <Panel title={t('orders.reorder.withdrawal')}>
      {[...notified].map(([words, products]) => (
        <p key={words} className={classes.text}>
          {notified.size > 1 && (
            <strong>
              {products
                .flatMap(({ product }) => product ?? [])
                .map(nameOf)
                .join(', ')}
              :{' '}
            </strong>
          )}
          {words}
        </p>
      ))}
      <p className={classes.text}>
        <Link className={lone.link} to="/withdrawal">
          {t('shell.withdrawal')}
        </Link>
      </p>
    </Panel>
  );

  function wordsOf(right: ReorderStatus['products'][number]['withdrawal']): string {
    if (!right) return t('orders.reorder.withdrawalUnknown');
    if ('none' in right) return t(`orders.noWithdrawal.${right.none}`);
    return t('orders.reorder.withdrawalDays', { count: right.days });
  }
}
