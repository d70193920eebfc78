import { extractTax, netOf, overRates, rateOf, sumOf } from '@keepsake/contracts/orders/included-tax';
import { isInvoiceCurrency } from '@keepsake/contracts/platform/currencies';
import type { Channel } from '../../../frame/channels/index.ts';
import {
  type DocumentLine,
  drawer,
  invoiceTexts,
  type Part,
  type Taxed,
  type Unnumbered,
  writeCii,
} from '../../invoice-documents/index.ts';
import {
  categoryOf,
  discountOfOrder,
  faultOfSupply,
  faultOfTaxes,
  faultOfTotal,
  isIssuedCategory,
  sentenceOfTaxFault,
} from '../../orders/index.ts';
import type { InvoicedLine, InvoicedOrder } from './read-order.ts';

/** Why nothing can be issued, in a sentence for the operator. */
export class NotIssuable extends Error {
  override readonly name = 'NotIssuable';
}

type Composed = { order: InvoicedOrder; channel: Channel };

/** The content of an order's invoice. Throws NotIssuable for an order that lacks something, or whose amounts do not add up. */
export function composeInvoice({ order, channel }: Composed): Unnumbered {
  const t = invoiceTexts(channel.locale);
  const lines = order.lines
    .filter(({ isCancelled }) => !isCancelled)
    .map((line) => ({ ...line, ...suppliedOf(line, { order, channel }) }));
  if (lines.length === 0) throw new NotIssuable('All its products are cancelled.');
  const discount = discountOf(order);
  const charges = overRates(order.deliveryCharge, lines);
  const allowances = overRates(discount, lines);
  const less = allowances.map((part) => ({ ...part, gross: -part.gross }));
  const { nets, taxes } = extractTax([...lines, ...charges, ...less]);
  const net = sumOf(nets);
  const tax = sumOf(taxes.map((total) => total.tax));
  const after = nets.slice(lines.length);
  const partOf =
    (reason: string) =>
    (part: Taxed, at: number): Part => ({
      category: part.category,
      rate: part.rate,
      reason,
      net: Math.abs(after[at] ?? 0),
    });
  return {
    ...headOf({ order, channel }),
    kind: 'invoice',
    credits: null,
    lines: lines.map((line, at) => lineOf(line, nets[at] ?? 0, t('discount'))),
    charges: charges.map(partOf(t('delivery'))),
    allowances: allowances.map((part, at) => partOf(t('discount'))(part, charges.length + at)),
    taxes,
    net,
    tax,
    gross: net + tax,
    paid: order.isPaid ? net + tax : 0,
  };
}

/** A line of the document; discounts without a title are called as the channel's texts do. */
function lineOf(line: InvoicedLine & Taxed, net: number, discount: string): DocumentLine {
  const { category, rate, title, article, quantity } = line;
  const allowances = line.discounts.map((each) => ({
    reason: each.title ?? discount,
    net: netOf(each.amount, rate),
  }));
  return { category, rate, title, article, quantity, net, allowances };
}

/** What a credit note shares with its invoice. Throws NotIssuable without an address, or in a currency of no invoice. */
export function headOf({ order, channel }: Composed) {
  const { legal, locale, name: brand } = channel;
  const address = order.invoiceAddress ?? order.deliveryAddress;
  if (!address) throw new NotIssuable('It has neither an invoice address nor a delivery address.');
  if (!isInvoiceCurrency(order.currency))
    throw new NotIssuable(`Invoices of EN 16931 cannot be in its currency, ${order.currency}.`);
  const { name, ...rest } = address;
  const buyer = { name: rest.company ?? name, address: rest, vatId: order.buyerVatId };
  const delivered = order.placeOfDelivery;
  return {
    locale,
    currency: order.currency,
    brand,
    seller: legal,
    buyer,
    orderCode: order.orderCode,
    orderedOn: order.orderedOn,
    deliveredOn: order.deliveredOn,
    delivery: delivered && { name: delivered.company ?? delivered.name, address: delivered, vatId: null },
  };
}

/** What an order's invoice would be for today. */
export function invoicedTotalOf(order: InvoicedOrder): number {
  const goods = sumOf(order.lines.map(({ gross, isCancelled }) => (isCancelled ? 0 : gross)));
  return goods + order.deliveryCharge - discountOf(order);
}

/** The discount on the whole order. Throws NotIssuable for a total that is more than everything costs. */
function discountOf(order: InvoicedOrder): number {
  const fault = faultOfTotal(order);
  if (fault !== null) throw new NotIssuable(`Its total ${fault}.`);
  return discountOfOrder(order);
}

/** The category and rate of a line. Throws NotIssuable if they lack or contradict each other. */
export function taxedOf(line: InvoicedLine): Taxed {
  requireNoFault(line, faultOfTaxes(line));
  const category = categoryOf(line);
  if (category === null || !isIssuedCategory(category))
    throw new RangeError('A line without a fault has a category that is issued');
  return { category, rate: rateOf(line.vatRate ?? 0) };
}

/** The same of a line that is to be invoiced: supplies free of VAT need the buyer and the addresses that the law says. */
function suppliedOf(line: InvoicedLine, { order, channel: { legal: seller } }: Composed): Taxed {
  const supply = { seller, buyerVatId: order.buyerVatId, delivery: order.placeOfDelivery };
  requireNoFault(line, faultOfSupply(line, supply));
  return taxedOf(line);
}

function requireNoFault({ title }: InvoicedLine, fault: ReturnType<typeof faultOfTaxes>): void {
  if (fault) throw new NotIssuable(`${sentenceOfTaxFault(title, fault)}.`);
}

type Drawn = { order: InvoicedOrder; channel: Channel; number: string; issuedOn: string };

/** The invoice of a paid order, drawn for a shop of ours that reports its own: amounts and pdf. */
export async function drawForShop({ order, channel, number, issuedOn }: Drawn) {
  const document = { ...composeInvoice({ order, channel }), number, issuedOn, dueOn: null };
  const { net, tax, gross, taxes } = document;
  const pdf = await drawer.draw(document, writeCii(document));
  return { net, tax, gross, taxes: taxes.map((part) => ({ ...part, rate: part.rate / 100 })), pdf };
}
