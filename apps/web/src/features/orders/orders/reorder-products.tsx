import { formatPrice } from '@keepsake/contracts/platform/currencies';
import { useTranslation } from 'react-i18next';
import { useLocale } from '#/shared/format.ts';
import classes from './order-products.module.css';
import { nameOf } from './order-words.tsx';
import { ProductPicture } from './product-picture.tsx';
import type { ReorderStatus, WholeOrder } from './queries.ts';
import ownClasses from './reorder-products.module.css';

type Product = ReorderStatus['products'][number];
type Props = { order: WholeOrder; offer: ReorderStatus };

/** The products that are reordered with today's prices, and those that are not, with reasons. */
export function ReorderProducts({ order, offer }: Props) {
  const { t } = useTranslation();
  const isWithFewerPhotos = offer.products.some(
    ({ leftOut, missingPhotosCount }) => leftOut === null && missingPhotosCount > 0,
  );
  return (
    <>
      <ul className={classes.products}>
        {offer.products.map((product, position) => (
          <ProductRow
            // biome-ignore lint/suspicious/noArrayIndexKey: codes are not unique, and positions do not change
            key={position}
            product={product}
            ordered={order.products[position]}
            currency={offer.currency}
          />
        ))}
      </ul>
      <Totals offer={offer} />
      {isWithFewerPhotos && <p className={ownClasses.note}>{t('orders.reorder.atMost')}</p>}
      {!offer.isPriceOfToday && <p className={ownClasses.note}>{t('orders.reorder.priceOfThen')}</p>}
    </>
  );
}

/** Today's total, with the one of then if that was another. */
function Totals({ offer: { currency, deliveryCharge, total, totalThen } }: Pick<Props, 'offer'>) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <dl className={classes.totals}>
      {deliveryCharge !== null && (
        <div className={classes.line}>
          <dt>{t('orders.amount.delivery')}</dt>
          <dd>{formatPrice(deliveryCharge, currency, locale)}</dd>
        </div>
      )}
      <div className={classes.line} data-kind="total">
        <dt>{t('orders.reorder.total')}</dt>
        <dd>{formatPrice(total, currency, locale)}</dd>
      </div>
      {total !== totalThen && (
        <div className={classes.line} data-kind="tax">
          <dt>{t('orders.reorder.totalThen')}</dt>
          <dd>{formatPrice(totalThen, currency, locale)}</dd>
        </div>
      )}
    </dl>
  );
}

type RowProps = {
  product: Product;
  /** The corresponding product of the original order. */
  ordered: WholeOrder['products'][number] | undefined;
  currency: string;
};

function ProductRow({ product, ordered, currency }: RowProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { code, quantity, photosCount, price, priceThen, leftOut } = product;
  const details = [
    t('orders.quantity', { count: quantity }),
    photosCount > 0 && t('orders.photosCount', { count: photosCount }),
  ];
  return (
    <li className={classes.product} data-left-out={leftOut ?? undefined}>
      <div className={classes.picture}>{ordered && <ProductPicture product={ordered} />}</div>
      <div className={classes.text}>
        <h3 className={classes.name}>{ordered ? nameOf(ordered) : code}</h3>
        <p className={classes.detail}>{details.filter(Boolean).join(' · ')}</p>
        <Differences product={product} />
      </div>
      <div className={classes.price}>
        {price !== null && <span>{formatPrice(price, currency, locale)}</span>}
        {price !== priceThen && (
          <span className={ownClasses.then}>
            {t('orders.reorder.then', { price: formatPrice(priceThen, currency, locale) })}
          </span>
        )}
      </div>
    </li>
  );
}

/** The differences from the original order. */
function Differences({ product: { leftOut, missingPhotosCount, voucher } }: { product: Product }) {
  const { t } = useTranslation();
  return (
    <>
      {leftOut && <p className={ownClasses.difference}>{t(`orders.reorder.leftOut.${leftOut}`)}</p>}
      {!leftOut && missingPhotosCount > 0 && (
        <p className={ownClasses.difference}>
          {t('orders.reorder.missingPhotos', { count: missingPhotosCount })}
        </p>
      )}
      {!leftOut && voucher?.hasEnded && (
        <p className={ownClasses.difference}>
          {t('orders.reorder.voucherEnded', { voucher: voucher.title ?? voucher.code })}
        </p>
      )}
    </>
  );
}
