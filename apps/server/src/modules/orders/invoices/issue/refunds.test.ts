import { sumOf, taxIn, taxKeyOf } from '@keepsake/contracts/orders/included-tax';
import fc from 'fast-check';
import { XMLParser } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { findFaults, type IssuedDocument, type TaxTotal, writeCii } from '../../invoice-documents/index.ts';
import { composeCreditNote } from './compose-credit-note.ts';
import { austria, invoiceOf, lineOf, ORDERS, orderOf } from './documents.fixture.ts';
import { leftOutOf, sharesOf } from './held-shares.ts';
import { matchNew } from './match-refunds.ts';
import type { IssuedNote, StoredMatch } from './match-store.ts';
import type { InvoicedOrder } from './read-order.ts';

type Refund = { id: string; amount: number; surplus: number; lines: number[] | null; unknown: string[] };
type Paid = { most: number; mostOf: number[] };

const paidFor = (order: InvoicedOrder): Paid => ({
  most: order.total,
  mostOf: order.lines.map(({ gross }) => gross),
});
let counter = 0;
const refund = (amount: number, lines: number[] | null = null): Refund => ({
  id: `R${++counter}`,
  amount,
  surplus: 0,
  lines,
  unknown: [],
});

/** Issues the credit notes of refunds as they are reported, call by call, as the job does. */
function credit(order: InvoicedOrder, reports: readonly (readonly Refund[])[], paid = paidFor(order)) {
  const invoice = invoiceOf(order);
  const held = sharesOf(order, invoice.taxes);
  const leftOut = leftOutOf(paid, order, held);
  const matches: StoredMatch[] = [];
  const notes: (IssuedDocument & { id: string })[] = [];
  const refunds: Refund[] = [];
  for (const reported of reports) {
    refunds.push(...reported);
    matches.push(
      ...matchNew({ refunds, held, leftOut }, { existing: matches, notes: notes as IssuedNote[] }),
    );
    for (const { refundId: id, credited: shares } of matches) {
      if (shares.length === 0 || notes.some((note) => note.id === id)) continue;
      const before = notes.flatMap(({ taxes }) => taxes);
      const named = refunds.find((each) => each.id === id)?.lines ?? null;
      const composed = composeCreditNote({ order, channel: austria, invoice, shares, named, before });
      notes.push({ ...composed, id, number: `KC-${notes.length}`, issuedOn: '2026-07-01', dueOn: null });
    }
  }
  return { invoice, notes, matches };
}

/** Sums by rate. */
function byRate(taxes: readonly TaxTotal[]) {
  const rates = Map.groupBy(taxes, taxKeyOf);
  const totals = [...rates].map(([key, own]) => ({
    key,
    net: sumOf(own.map(({ net }) => net)),
    tax: sumOf(own.map(({ tax }) => tax)),
  }));
  return totals.toSorted((a, b) => a.key.localeCompare(b.key));
}

const notified = (notes: readonly IssuedDocument[]) =>
  notes.map(({ taxes, lines }) => ({
    taxes: taxes.map(({ rate, net, tax }) => [rate, net, tax]),
    titles: lines.map(({ title }) => title),
  }));

describe('a refund', () => {
  const two = orderOf({
    lines: [lineOf({ title: 'PRINT', gross: 12_000 }), lineOf({ title: 'BOOK', gross: 10_500, vatRate: 5 })],
  });

  test('that names a product is credited at its rate, under its name', () => {
    expect(notified(credit(two, [[refund(10_500, [1])]]).notes)).toEqual([
      { taxes: [[500, 10_000, 500]], titles: ['Rückzahlung für BOOK'] },
    ]);
    expect(notified(credit(two, [[refund(12_000, [0])]]).notes)[0]?.taxes).toEqual([[2_000, 10_000, 2_000]]);
  });

  test('of more than its product gives back delivery next, and the rest of the invoice last', () => {
    const order = { ...two, deliveryCharge: 450, total: 22_950 };
    const [note] = credit(order, [[refund(11_000, [1])]]).notes;
    const [high, low] = note?.taxes ?? [];
    // 105.00 of the book; 4.50 of delivery at both rates; 0.50 of what else there is.
    expect([high?.rate, low?.rate]).toEqual([2_000, 500]);
    expect((low?.net ?? 0) + (low?.tax ?? 0)).toBe(10_500 + 210);
    expect(note?.gross).toBe(11_000);
  });

  test('of what was never invoiced is credited by nothing', () => {
    const order = orderOf({
      lines: [lineOf({ gross: 10_000 }), lineOf({ gross: 5_000, isCancelled: true })],
      total: 10_000,
    });
    const paid = { most: 15_000, mostOf: [10_000, 5_000] };
    expect(credit(order, [[refund(5_000, [1])]], paid).notes).toEqual([]);
    expect(credit(order, [[refund(5_000)]], paid).notes).toEqual([]);
    // What goes beyond it is.
    expect(credit(order, [[refund(5_000, [1])], [refund(300, [0])]], paid).notes[0]?.gross).toBe(300);
  });

  test('of a lowered quantity neither', () => {
    const order = orderOf({ lines: [lineOf({ gross: 5_000 })] });
    const paid = { most: 10_000, mostOf: [10_000] };
    for (const lines of [[0], null]) expect(credit(order, [[refund(5_000, lines)]], paid).notes).toEqual([]);
  });

  test('in parts adds up to the invoice, to the penny', () => {
    const order = orderOf({
      lines: [
        lineOf({ gross: 333 }),
        lineOf({ gross: 334, vatRate: 5 }),
        lineOf({ gross: 333, vatRate: 12.5 }),
      ],
    });
    const { invoice, notes } = credit(order, [[refund(333)], [refund(333)], [refund(334)]]);
    expect(byRate(notes.flatMap(({ taxes }) => taxes))).toEqual(byRate(invoice.taxes));
    const pennies = Array.from({ length: 20 }, () => [refund(1)]);
    const small = credit(
      orderOf({ lines: [lineOf({ gross: 13 }), lineOf({ gross: 7, vatRate: 5 })] }),
      pennies,
    );
    expect(small.notes).toHaveLength(20);
    expect(byRate(small.notes.flatMap(({ taxes }) => taxes))).toEqual(byRate(small.invoice.taxes));
  });

  test('above what is left is credited up to that, and the rest is told', () => {
    const { notes, matches } = credit(ORDERS.plain, [[refund(3_000)], [refund(2_000)]]);
    expect(notes.map(({ gross }) => gross)).toEqual([3_000, 990]);
    expect(matches.at(-1)?.surplus).toBe(1_010);
  });

  test('after one that was credited at wrong rates takes no more of a rate than is left', () => {
    const invoice = invoiceOf(two);
    const held = sharesOf(two, invoice.taxes);
    // As it was issued earlier: shared over both rates, though the book was given back.
    const taxes: TaxTotal[] = [
      { category: 'S', rate: 2_000, net: 4_667, tax: 933 },
      { category: 'S', rate: 500, net: 4_667, tax: 233 },
    ];
    const notes = [{ id: 'R-old', number: 'KC-0', gross: 10_500, taxes }];
    const leftOut = { total: 0, lines: [0, 0] };
    const refunds = [{ ...refund(10_500, [1]), id: 'R-old' }, refund(12_000, [0])];
    const [old, next] = matchNew({ refunds, held, leftOut }, { existing: [], notes });
    expect(old).toMatchObject({ isEarlier: true, surplus: 0 });
    const grossOf = (rate: number) =>
      sumOf((next?.credited ?? []).filter((share) => share.rate === rate).map(({ gross }) => gross));
    expect(grossOf(2_000)).toBe(12_000 - 5_600);
    expect(grossOf(500)).toBe(10_500 - 4_900);
    expect(next?.surplus).toBe(0);
  });
});

const money = fc.integer({ min: 0, max: 30_000 });
const anyLine = fc.record({
  gross: money,
  vatRate: fc.constantFrom(5, 5.5, 10, 12.5, 20, 21, 25),
  quantity: fc.integer({ min: 1, max: 9 }),
  isCancelled: fc.boolean(),
  /** What the customer paid more for it than it costs. */
  lowered: fc.nat(2_000),
});
const anyRefund = fc.record({
  amount: fc.oneof(fc.nat(200), money),
  lines: fc.option(fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 4 })),
  isLate: fc.boolean(),
});
const anySale = fc.record({
  lines: fc.array(anyLine, { minLength: 1, maxLength: 6 }),
  deliveryCharge: fc.oneof(fc.constant(0), fc.nat(900)),
  discount: fc.oneof(fc.constant(0), fc.nat(500)),
  refunds: fc.array(anyRefund, { maxLength: 12 }),
});

/** An order with its refunds, and what was paid for it. */
function saleOf({
  lines,
  deliveryCharge,
  discount,
  refunds,
}: typeof anySale extends fc.Arbitrary<infer T> ? T : never) {
  // The first product is always delivered.
  const sold = lines.map(({ lowered: _, ...line }, at) =>
    lineOf({ ...line, isCancelled: at > 0 && line.isCancelled }),
  );
  const goods = sumOf(sold.map(({ gross, isCancelled }) => (isCancelled ? 0 : gross)));
  const total = goods + deliveryCharge - Math.min(discount, goods);
  const mostOf = lines.map(({ gross, lowered }) => gross + lowered);
  const reports = refunds.map(({ amount, lines: named }) => {
    const existing = named?.filter((position) => position < lines.length) ?? [];
    return [refund(amount, existing.length > 0 ? existing : null)];
  });
  const late = reports.filter((_, at) => refunds[at]?.isLate);
  const early = reports.filter((_, at) => !refunds[at]?.isLate).flat();
  return {
    order: orderOf({ lines: sold, deliveryCharge, total }),
    paid: { most: sumOf(mostOf) + deliveryCharge, mostOf },
    reports: [early, ...late],
  };
}

describe('any refunds of any order', () => {
  test('take no more of a rate than was invoiced, and each note keeps the rules of EN 16931', () => {
    fc.assert(
      fc.property(anySale, (drawn) => {
        const { order, paid, reports } = saleOf(drawn);
        const { invoice, notes, matches } = credit(order, reports, paid);
        for (const note of notes) expect(findFaults(note)).toEqual([]);
        const invoiced = new Map(byRate(invoice.taxes).map((total) => [total.key, total]));
        for (const { key, net, tax } of byRate(notes.flatMap(({ taxes }) => taxes))) {
          expect(net).toBeLessThanOrEqual(invoiced.get(key)?.net ?? 0);
          expect(tax).toBeLessThanOrEqual(invoiced.get(key)?.tax ?? 0);
          // What is left of each rate has its tax as well, to a cent.
          const left = (invoiced.get(key)?.net ?? 0) + (invoiced.get(key)?.tax ?? 0) - net - tax;
          expect(
            Math.abs(taxIn(left, Number(key.slice(2))) - ((invoiced.get(key)?.tax ?? 0) - tax)),
          ).toBeLessThanOrEqual(1);
        }
        // Counted from the other side: everything paid back was left out, credited, or told.
        const refunded = sumOf(reports.flat().map(({ amount }) => amount));
        const leftOut = paid.most - invoice.gross;
        const credited = sumOf(notes.map(({ gross }) => gross));
        const surplus = sumOf(matches.map((match) => match.surplus));
        expect(
          sumOf(matches.flatMap((match) => match.leftOut.map(({ gross }) => gross))) + credited + surplus,
        ).toBe(refunded);
        expect(surplus).toBe(Math.max(0, refunded - leftOut - invoice.gross));
      }),
      { numRuns: 400 },
    );
  });

  test('that give everything back leave nothing of any rate', () => {
    fc.assert(
      fc.property(anySale, (drawn) => {
        const { order, paid, reports } = saleOf(drawn);
        const rest = paid.most - sumOf(reports.flat().map(({ amount }) => amount));
        fc.pre(rest >= 0);
        const { invoice, notes } = credit(order, [...reports, [refund(rest)]], paid);
        expect(byRate(notes.flatMap(({ taxes }) => taxes))).toEqual(
          byRate(invoice.taxes).filter(({ net, tax }) => net + tax > 0),
        );
      }),
      { numRuns: 400 },
    );
  });

  test('say the same in their XML', () => {
    const parser = new XMLParser({ removeNSPrefix: true, parseTagValue: false });
    fc.assert(
      fc.property(anySale, (drawn) => {
        const { order, paid, reports } = saleOf(drawn);
        const { invoice, notes } = credit(order, reports, paid);
        for (const document of [invoice, ...notes]) {
          const root = parser.parse(writeCii(document)).CrossIndustryInvoice.SupplyChainTradeTransaction;
          const settlement = root.ApplicableHeaderTradeSettlement;
          const sums = settlement.SpecifiedTradeSettlementHeaderMonetarySummation;
          const cents = (text: unknown) => Math.round(Number(text) * 100);
          const lines = [root.IncludedSupplyChainTradeLineItem].flat();
          const netOfLine = (line: (typeof lines)[number]) =>
            cents(
              line.SpecifiedLineTradeSettlement.SpecifiedTradeSettlementLineMonetarySummation.LineTotalAmount,
            );
          expect(sumOf(lines.map(netOfLine))).toBe(cents(sums.LineTotalAmount));
          expect(cents(sums.GrandTotalAmount)).toBe(document.gross);
          const parts = [settlement.ApplicableTradeTax].flat();
          expect(sumOf(parts.map((part) => cents(part.BasisAmount) + cents(part.CalculatedAmount)))).toBe(
            document.gross,
          );
          expect(cents(sums.DuePayableAmount)).toBe(document.gross - document.paid);
        }
      }),
      { numRuns: 60 },
    );
  });
});
