import type { PostalAddress } from '@keepsake/contracts/account/postal-address';
import { isInvoiceCurrency } from '@keepsake/contracts/platform/currencies';
import { Problem } from '../../../platform/problem.ts';
import { findChannel } from '../../frame/channels/index.ts';
import { faultOfNetPrice, faultOfTotal } from './price-faults.ts';
import { isCancelled } from './rules.ts';
import { faultOfExemption } from './tax-exemptions.ts';
import {
  type AnyVatCategory,
  isIssuedCategory,
  isRateOf,
  isVatCategory,
  VAT_CATEGORIES,
} from './vat-categories.ts';

/** Why a product cannot be invoiced: a clause, and which field of it or of its order is to blame. */
export type TaxFault = {
  field: 'vatRate' | 'vatCategory' | 'netPrice' | 'buyerVatId' | 'deliveryAddress';
  clause: string;
  /** Whether something is missing that only invoices need; otherwise the order contradicts itself. */
  isLack: boolean;
};

/** As stored: null is what nobody told. */
type Taxes = { vatRate?: number | null | undefined; vatCategory?: string | null | undefined };
export type Supply = {
  seller: { vatId: string };
  buyerVatId: string | null | undefined;
  /** Where the goods go; null if unknown. */
  delivery: Pick<PostalAddress, 'country' | 'postalCode'> | null;
};

/** The place of the goods, which an order to a pick-up point has there. */
export const placeOfDelivery = <Address>({
  deliveryType,
  deliveryAddress,
  pickupPoint,
}: {
  deliveryType?: string | null | undefined;
  deliveryAddress?: Address | null | undefined;
  pickupPoint?: { address: Address } | null | undefined;
}): Address | null => (deliveryType === 'PickupPoint' ? pickupPoint?.address : deliveryAddress) ?? null;

/** The category of a product whose shop told none: a rate above 0 is the standard one. */
export const categoryOf = ({ vatRate, vatCategory }: Taxes): string | null =>
  vatCategory ?? ((vatRate ?? 0) > 0 ? 'S' : null);

/** What contradicts or lacks in a product's own rate and category; null if it can be invoiced in some order. */
export function faultOfTaxes(product: Taxes): TaxFault | null {
  const { vatRate, vatCategory } = product;
  const notified = vatCategory ?? null;
  if (notified !== null) {
    const isContradicted =
      isVatCategory(notified) && typeof vatRate === 'number' && !isRateOf(notified, vatRate);
    if (isContradicted) return fault('vatRate', contradiction(notified, vatRate));
    if (!isIssuedCategory(notified))
      return lack('vatCategory', `${named(notified)} is none that invoices are issued for here`);
  }
  if (typeof vatRate !== 'number') return lack('vatRate', 'no VAT rate was told');
  if (categoryOf(product) === null) return lack('vatCategory', 'its VAT rate is 0, and no category says why');
  return null;
}

/** What contradicts or lacks in a product's taxes, buyer and place of delivery: the same when it is ordered and invoiced. */
export function faultOfSupply(product: Taxes, { seller, buyerVatId, delivery }: Supply): TaxFault | null {
  const own = faultOfTaxes(product);
  const category = categoryOf(product);
  if (category === null || !isIssuedCategory(category)) return own;
  if (own && !own.isLack) return own;
  const exemption = faultOfExemption({ category, seller, buyerVatId, delivery });
  if (exemption) return fault('vatCategory', `category ${category} ${exemption}`);
  const { needsBuyer, needsDelivery } = VAT_CATEGORIES[category];
  if (needsBuyer && !buyerVatId)
    return fault('buyerVatId', `${named(category)} needs a VAT ID of the buyer, and there is none`);
  if (needsDelivery && !delivery)
    return lack('deliveryAddress', `${named(category)} needs a place of delivery, and there is none`);
  return own;
}

function contradiction(category: AnyVatCategory, rate: number): string {
  const allowed = VAT_CATEGORIES[category].rate === 'positive' ? 'a VAT rate above 0' : 'no VAT';
  return `${named(category)} has ${allowed}, which its rate of ${rate} % contradicts`;
}

const named = (category: string) =>
  `category ${category}${isVatCategory(category) ? ` (${VAT_CATEGORIES[category].name})` : ''}`;
const fault = (field: TaxFault['field'], clause: string): TaxFault => ({ field, clause, isLack: false });
const lack = (field: TaxFault['field'], clause: string): TaxFault => ({ field, clause, isLack: true });

/** A fault as a sentence for shops and operators. */
export const sentenceOfTaxFault = (title: string, { clause }: TaxFault): string =>
  `'${title}' cannot be invoiced: ${clause}`;

type OrderTaxFault = { path: string; message: string; product: string | null };
/** An order as it is sent or stored. */
export type Taxable = {
  currency: string;
  total: number;
  deliveryCharge?: number | null | undefined;
  buyerVatId?: string | null | undefined;
  deliveryType?: string | null | undefined;
  deliveryAddress?: PostalAddress | null | undefined;
  pickupPoint?: { address: PostalAddress } | null | undefined;
  invoiceAddress?: PostalAddress | null | undefined;
  products: readonly (Taxes & {
    code: string;
    status: string;
    quantity: number;
    price: number;
    netPrice?: number | null | undefined;
    title?: string | null | undefined;
    article?: string | null | undefined;
  })[];
};
type Judged = { order: Taxable; seller: Supply['seller']; isInvoiced: boolean };

/**
 * What makes an order of a brand whose invoices are issued here impossible to invoice, by place in the order, with the code of the product. Of a customer who gets no
 * invoice only contradictions are faults.
 */
export function findTaxFaults({ order, seller, isInvoiced }: Judged): OrderTaxFault[] {
  const supply = { seller, buyerVatId: order.buyerVatId, delivery: placeOfDelivery(order) };
  const faults = order.products.flatMap((product, at) => {
    const found = isCancelled(product.status) ? null : faultOfProduct(product, supply);
    if (!found || (found.isLack && !isInvoiced)) return [];
    const { field } = found;
    const isOwn = field === 'vatRate' || field === 'vatCategory' || field === 'netPrice';
    const title = product.title ?? product.article ?? product.code;
    return [
      {
        path: isOwn ? `products.${at}.${field}` : field,
        message: sentenceOfTaxFault(title, found),
        product: product.code,
      },
    ];
  });
  return isInvoiced ? [...faults, ...findHeadFaults(order)] : faults;
}

function faultOfProduct(product: Taxable['products'][number], supply: Supply): TaxFault | null {
  const net = faultOfNetPrice(product);
  return faultOfSupply(product, supply) ?? (net === null ? null : fault('netPrice', net));
}

function findHeadFaults(order: Taxable): OrderTaxFault[] {
  const { currency, total, deliveryCharge, products, invoiceAddress, deliveryAddress } = order;
  const faults: OrderTaxFault[] = [];
  const lines = products.map(({ price: gross, status }) => ({ gross, isCancelled: isCancelled(status) }));
  const ofTotal = faultOfTotal({ total, deliveryCharge: deliveryCharge ?? 0, lines });
  if (ofTotal !== null) faults.push({ path: 'total', message: ofTotal, product: null });
  if (!invoiceAddress && !deliveryAddress)
    faults.push({
      path: 'invoiceAddress',
      message: 'is missing, as is a delivery address',
      product: null,
    });
  if (!isInvoiceCurrency(currency))
    faults.push({
      path: 'currency',
      message: 'has more decimals than an invoice can state',
      product: null,
    });
  return faults;
}

/** The faults of an order for which its brand refuses it; none where its shop decides what is on its invoices. */
export function findRefusal(order: Taxable & { channel: string }, isInvoiced: boolean): OrderTaxFault[] {
  const seller = findChannel(order.channel)?.legal;
  return seller?.invoices === 'issue' ? findTaxFaults({ order, seller, isInvoiced }) : [];
}

/**
 * Refuses an order that could never be invoiced, because what is wrong in it changes only if it is sent again. Only a new one: one that
 * is known gets its answer again, whatever an earlier release took.
 */
export function requireInvoiceable(order: Taxable & { channel: string }, isInvoiced: boolean): void {
  const faults = findRefusal(order, isInvoiced);
  if (faults.length === 0) return;
  const errors = faults.map(({ path, message }) => ({ path: `body.${path}`, message }));
  throw new Problem('invalid-request', { errors });
}
