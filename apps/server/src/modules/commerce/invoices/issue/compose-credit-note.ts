import { allocate, sumOf, taxIn, taxKeyOf } from '@keepsake/contracts';
import type { Channel } from '../../../frame/channels/index.ts';
import { headOf } from './compose-document.ts';
import type { DocumentLine, TaxTotal, Unnumbered } from './issued-document.ts';
import { grossOf, type Share } from './match-refund.ts';
import type { InvoicedOrder } from './read-order.ts';
import { invoiceTexts } from './texts.ts';

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
export function composeCreditNote({ shares, before, ...about }: Credited): Unnumbered {
  const { order, channel, invoice } = about;
  const taxes = taxesOfNote(shares, { invoice: invoice.taxes, before });
  const lines = taxes.flatMap((total) => {
    const own = shares.filter((share) => taxKeyOf(share) === taxKeyOf(total));
    return linesOf(own, total, about);
  });
  const [net, tax] = [sumOf(taxes.map((total) => total.net)), sumOf(taxes.map((total) => total.tax))];
  return {
    ...headOf({ order, channel }),
    kind: 'credit-note',
    credits: { number: invoice.number, issuedOn: invoice.issuedOn },
    ...{ lines, charges: [], allowances: [], net, tax, gross: net + tax, paid: net + tax },
    taxes,
  };
}

type Sums = { invoice: readonly TaxTotal[]; before: readonly TaxTotal[] };

/** The sums by rate of a credit note with these shares, the highest rate first. */
export function taxesOfNote(shares: readonly Share[], sums: Sums): TaxTotal[] {
  const groups = [...Map.groupBy(shares, taxKeyOf).values()];
  return groups.map((own) => taxOf(own, sums)).toSorted((one, other) => other.rate - one.rate);
}

/**
 * The tax of what is credited at one rate: whatever it adds to the tax of all that was credited before, so that credit notes add up
 * to their invoice. An earlier note that was not issued so is caught up with, by a cent in each note.
 */
function taxOf(shares: readonly Share[], { invoice, before }: Sums): TaxTotal {
  const [{ category, rate }] = shares as [Share];
  const isOwn = (total: TaxTotal) => taxKeyOf(total) === taxKeyOf({ category, rate });
  const whole = invoice.find(isOwn);
  const earlier = before.filter(isOwn);
  const gross = grossOf(shares);
  const past = sumOf(earlier.map(({ net, tax }) => net + tax));
  const isLast = whole !== undefined && past + gross >= whole.net + whole.tax;
  const due = (isLast ? whole.tax : taxIn(past + gross, rate)) - sumOf(earlier.map(({ tax }) => tax));
  const own = taxIn(gross, rate);
  const tax = Math.max(0, own - 1, Math.min(due, own + 1, gross));
  return { category, rate, net: gross - tax, tax };
}

/** A line for each product that is given back at one rate, and one for the rest. */
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
  return groups.map(([title], at) => ({
    ...{ title, category, rate, article: null, quantity: 1, net: nets[at] ?? 0, allowances: [] },
  }));
}
