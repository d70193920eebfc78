import { allocate, sumOf, taxKeyOf } from '@keepsake/contracts/orders/included-tax';
import type { Channel } from '../../../frame/channels/index.ts';
import {
  type DocumentLine,
  invoiceTexts,
  type TaxTotal,
  type Unnumbered,
} from '../../invoice-documents/index.ts';
import { headOf } from './compose-document.ts';
import { grossOf, type Share } from './match-refund.ts';
import { taxOfNote } from './note-tax.ts';
import type { InvoicedOrder } from './read-order.ts';

type Credited = {
  order: InvoicedOrder;
  channel: Channel;
  invoice: { number: string; issuedOn: string; taxes: readonly TaxTotal[] };
  /** What the refund gives back of the invoice; not empty. */
  shares: readonly Share[];
  /** Positions of the lines that it names; null for the whole order. */
  named: readonly number[] | null;
  /** The sums of its earlier credit notes. */
  before: readonly TaxTotal[];
};

/** The content of a refund's credit note. */
export function composeCreditNote({ shares, before, ...context }: Credited): Unnumbered {
  const { order, channel, invoice } = context;
  const taxes = taxesOfNote(shares, { invoice: invoice.taxes, before, currency: order.currency });
  const lines = taxes.flatMap((total) => {
    const own = shares.filter((share) => taxKeyOf(share) === taxKeyOf(total));
    return linesOf(own, total, context);
  });
  const [net, tax] = [sumOf(taxes.map((total) => total.net)), sumOf(taxes.map((total) => total.tax))];
  return {
    ...headOf({ order, channel }),
    kind: 'credit-note',
    credits: { number: invoice.number, issuedOn: invoice.issuedOn },
    lines,
    charges: [],
    allowances: [],
    net,
    tax,
    gross: net + tax,
    paid: net + tax,
    taxes,
  };
}

type Sums = { invoice: readonly TaxTotal[]; before: readonly TaxTotal[]; currency: string };

/** The sums by rate of a credit note with these shares, the highest rate first. */
export function taxesOfNote(shares: readonly Share[], sums: Sums): TaxTotal[] {
  const groups = [...Map.groupBy(shares, taxKeyOf).values()];
  return groups.map((own) => taxOf(own, sums)).toSorted((one, other) => other.rate - one.rate);
}

function taxOf(shares: readonly Share[], { invoice, before, currency }: Sums): TaxTotal {
  const [first] = shares;
  if (!first) throw new RangeError('A rate of a credit note has a share');
  const { category, rate } = first;
  const isOwn = (total: TaxTotal) => taxKeyOf(total) === taxKeyOf({ category, rate });
  const earlier = before.filter(isOwn);
  const gross = grossOf(shares);
  // What an earlier release credited beyond the invoice's rates has no whole.
  const whole = invoice.find(isOwn) ?? { net: gross, tax: gross };
  const left = {
    net: whole.net - sumOf(earlier.map(({ net }) => net)),
    tax: whole.tax - sumOf(earlier.map(({ tax }) => tax)),
  };
  const tax = taxOfNote({ gross, rate, currency }, left);
  return { category, rate, net: gross - tax, tax };
}

/** A line for each product that is given back at one rate, and one for the rest; none of nothing, which rounding may leave of cents. */
function linesOf(
  shares: readonly Share[],
  { category, rate, net }: TaxTotal,
  { order, channel, named }: Pick<Credited, 'order' | 'channel' | 'named'>,
): DocumentLine[] {
  const t = invoiceTexts(channel.locale);
  const titleOf = ({ line }: Share) => {
    const title = line !== null && named?.includes(line) ? order.lines[line]?.title : undefined;
    return title === undefined ? t('refund', { order: order.orderCode }) : t('refundOf', { title });
  };
  const groups = [...Map.groupBy(shares, titleOf)];
  const nets = allocate(
    net,
    groups.map(([, own]) => grossOf(own)),
  );
  const lines = groups.map(([title], at) => ({
    title,
    category,
    rate,
    article: null,
    quantity: 1,
    net: nets[at] ?? 0,
    allowances: [],
  }));
  const stated = lines.filter((line) => line.net > 0);
  return stated.length > 0 ? stated : lines.slice(0, 1);
}
