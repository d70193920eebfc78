import type { Superorder } from '@keepsake/contracts/orders/order-queries';
import { formatPrice } from '@keepsake/contracts/platform/currencies';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useChannel } from '#/shared/configuration.tsx';
import { formatDay, formatNumber, lastDayOf, useLocale } from '#/shared/format.ts';
import { type Amount, amountsOf } from './amounts.ts';
import classes from './order-products.module.css';
import { nameOf, ProductStatus } from './order-words.tsx';
import { Panel } from './panel.tsx';
import { ProductPicture } from './product-picture.tsx';

type Product = Superorder['products'][number];

type Props = {
  order: Superorder;
  /** Actions for a product. */
  actionsOf?: ((product: Product) => ReactNode) | undefined;
};

/** The ordered products and their prices. */
export function OrderProducts({ order, actionsOf }: Props) {
  const { t } = useTranslation();
  return (
    <Panel title={t('orders.products')}>
      <ul className={classes.products}>
        {order.products.map((product, position) => (
          <ProductRow
            // biome-ignore lint/suspicious/noArrayIndexKey: codes are not unique, and positions do not change
            key={position}
            order={order}
            product={product}
            actions={actionsOf?.(product)}
          />
        ))}
      </ul>
      <Totals order={order} />
    </Panel>
  );
}

type RowProps = { order: Superorder; product: Product; actions: ReactNode };

function ProductRow({ order, product, actions }: RowProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { quantity, photosCount, price, isPersonalised } = product;
  const details = [
    t('orders.quantity', { count: quantity }),
    photosCount > 0 && t('orders.photosCount', { count: photosCount }),
    isPersonalised && t('orders.personalised'),
  ];
  return (
    <li className={classes.product}>
      <div className={classes.picture}>
        <ProductPicture product={product} />
      </div>
      <div className={classes.text}>
        <h3 className={classes.name}>{nameOf(product)}</h3>
        <p className={classes.detail}>{details.filter(Boolean).join(' · ')}</p>
        {order.products.length > 1 && (
          <p className={classes.detail}>
            <ProductStatus order={order} product={product} />
          </p>
        )}
        <Reductions product={product} currency={order.currency} />
        {actions}
      </div>
      <p className={classes.price}>{formatPrice(price, order.currency, locale)}</p>
    </li>
  );
}

/** Discounts and voucher, already deducted from the price. */
function Reductions({ product, currency }: { product: Product; currency: string }) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  const { discounts, voucher, voucherDetails } = product;
  const less = (amount: number) => formatPrice(-amount, currency, locale);
  return (
    <>
      {discounts.map(({ title, amount }, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: titles are not unique, and positions do not change
        <p key={position} className={classes.detail}>
          {title} · <span className={classes.amount}>{less(amount)}</span>
        </p>
      ))}
      {voucher !== null && (
        <p className={classes.detail}>
          {t('orders.voucher')} <code>{voucher}</code>
          {voucherDetails?.title && ` · ${voucherDetails.title}`}
          {voucherDetails?.amount !== undefined && (
            <>
              {' · '}
              <span className={classes.amount}>{less(voucherDetails.amount)}</span>
            </>
          )}
          {voucherDetails?.expiresAt &&
            ` · ${t('orders.voucherUntil', { date: formatDay(lastDayOf(voucherDetails.expiresAt, timeZone), locale) })}`}
        </p>
      )}
    </>
  );
}

function Totals({ order }: { order: Superorder }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { currency } = order;
  const nameOfAmount = ({ kind, rate }: Amount) =>
    rate === undefined
      ? t(`orders.amount.${kind}`)
      : t('orders.amount.tax', { rate: formatNumber(rate, locale) });
  return (
    <dl className={classes.totals}>
      {amountsOf(order).map((amount) => (
        <div key={`${amount.kind} ${amount.rate}`} className={classes.line} data-kind={amount.kind}>
          <dt>{nameOfAmount(amount)}</dt>
          <dd>{formatPrice(amount.value, currency, locale)}</dd>
        </div>
      ))}
    </dl>
  );
}
