import { addressLines } from '@keepsake/contracts/account/address-formats';
import type { PostalAddress } from '@keepsake/contracts/account/postal-address';
import { ORDER_FILE_PURPOSES } from '@keepsake/contracts/orders/order-files';
import { isPaymentUnexplained, isToPay } from '@keepsake/contracts/orders/order-headline';
import { displayStatusOf } from '@keepsake/contracts/orders/order-status';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Address } from '#/features/account/addresses/index.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { dayIn, formatBytes, formatDay, useLocale } from '#/shared/format.ts';
import { DownloadIcon } from '#/shared/ui/icons.tsx';
import classes from './order-page.module.css';
import { Panel } from './panel.tsx';
import type { WholeOrder } from './queries.ts';

type Props = {
  order: WholeOrder;
  /** The customer's invoices, in addition to the shop's documents. */
  invoices?: ReactNode;
};

/** Payment, billing address, and the documents sent by the shop. */
export function OrderPayment({ order, invoices }: Props) {
  const { t } = useTranslation();
  const { invoiceAddress, buyerVatId } = order;
  return (
    <Panel title={t('orders.payment')}>
      <div className={classes.payment}>
        <div>
          <p className={classes.paid}>
            <PaymentState order={order} />
          </p>
          {isPaymentUnexplained(order) && <p className={classes.detail}>{t('orders.payUnknown')}</p>}
          {invoices}
          <Documents order={order} />
        </div>
        {(invoiceAddress || buyerVatId) && (
          <div>
            <h3 className={classes.name}>{t('orders.invoiceAddress')}</h3>
            {invoiceAddress && <InvoiceAddress address={invoiceAddress} order={order} />}
            {buyerVatId && <p className={classes.detail}>{t('orders.vatId', { id: buyerVatId })}</p>}
          </div>
        )}
      </div>
    </Panel>
  );
}

/** Not repeated where it is the delivery address, which the page shows as well. */
function InvoiceAddress({ address, order }: { address: PostalAddress; order: WholeOrder }) {
  const { t } = useTranslation();
  const { deliveryAddress, pickupPoint } = order;
  const isSame =
    !pickupPoint && deliveryAddress && addressLines(address).join() === addressLines(deliveryAddress).join();
  return isSame ? <p>{t('orders.asDelivery')}</p> : <Address address={address} />;
}

function PaymentState({ order }: { order: WholeOrder }) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  const { timeline, status, unpaidUntil, products, total, refunded } = order;
  if (isToPay(order)) return t(status === 'paymentFailed' ? 'orders.said.paymentFailed' : 'orders.unpaid');
  if (unpaidUntil !== null) return t('orders.nothingToPay');
  const payments = timeline.filter((entry) => entry.status === 'paymentSuccess');
  const isFree =
    total === 0 || status === 'paymentFree' || timeline.some((entry) => entry.status === 'paymentFree');
  if (displayStatusOf(status) === 'Cancelled' && payments.length === 0 && refunded === 0)
    return t('orders.nothingToPay');
  if (isFree) return t('orders.said.free');
  const paid = payments.findLast(({ type }) => type !== 'placed')?.happenedAt;
  const at = paid ?? products.find(({ paymentChangedDate }) => paymentChangedDate)?.paymentChangedDate;
  return at ? t('orders.paidOn', { date: formatDay(dayIn(at, timeZone), locale) }) : t('orders.paid');
}

function Documents({ order: { files, products } }: { order: WholeOrder }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const documents = files.filter(
    ({ purpose }) => purpose !== 'thumbnail' && ORDER_FILE_PURPOSES.some((existing) => existing === purpose),
  );
  if (documents.length === 0) return null;
  return (
    <ul className={classes.documents}>
      {documents.map(({ purpose, productCode, url, bytes }) => {
        const product = products.find(({ code }) => code === productCode);
        const name = t(`orders.document.${purpose.replace('.pdf', '')}`);
        return (
          <li key={url}>
            <a className={classes.document} href={url} download>
              <DownloadIcon size={18} />
              {[name, products.length > 1 && product?.title].filter(Boolean).join(' · ')}
              <span className={classes.detail}>PDF, {formatBytes(bytes, locale)}</span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
