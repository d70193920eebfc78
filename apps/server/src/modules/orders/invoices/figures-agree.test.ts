import { rateOf, sumOf, taxesInTotal } from '@keepsake/contracts/orders/included-tax';
import { formatPrice } from '@keepsake/contracts/platform/currencies';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import fc from 'fast-check';
import { XMLParser } from 'fast-xml-parser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { areaOf } from '../../../testing/erase-customer.ts';
import { findChannel } from '../../frame/channels/index.ts';
import { xmlInPdf } from '../invoice-documents/index.ts';
import { lettersOf } from '../invoice-documents/read-pdf.fixture.ts';
import { startInvoices } from './invoices.fixture.ts';

const ORDERS = process.env.TRIALS ? 200 : 8;
/** Minor units of one: amounts are read from the XML without our own table. */
const UNITS = { EUR: 100, GBP: 100, HUF: 100, JPY: 1, ISK: 1 } as const;
type Currency = keyof typeof UNITS;

let shop: Awaited<ReturnType<typeof startInvoices>>;
beforeAll(async () => {
  shop = await startInvoices();
});
afterAll(() => shop.stop());

const anyLine = fc.record({
  price: fc.integer({ min: 1, max: 90_000 }),
  vatRate: fc.constantFrom(5, 5.5, 9, 12.5, 20, 21, 25),
  quantity: fc.integer({ min: 1, max: 30 }),
  off: fc.option(fc.integer({ min: 1, max: 900 }), { nil: undefined }),
  isVoucher: fc.boolean(),
});
const anySale = fc.record({
  lines: fc.array(anyLine, { minLength: 1, maxLength: 6 }),
  currency: fc.constantFrom(...(Object.keys(UNITS) as Currency[])),
  deliveryCharge: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1_500 })),
  discount: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 800 })),
  isPaid: fc.boolean(),
  refunds: fc.array(fc.record({ share: fc.double({ min: 0.01, max: 0.5, noNaN: true }), line: fc.nat(7) }), {
    maxLength: 3,
  }),
});
type Sale = typeof anySale extends fc.Arbitrary<infer T> ? T : never;

/** Sells, sends, invoices and pays back through the intakes, as a shop does; returns the total. */
async function sell(customerId: CustomerId, orderCode: string, sale: Sale): Promise<number> {
  const status = sale.isPaid ? 'paymentSuccess' : 'approved';
  const products = sale.lines.map(({ price, vatRate, quantity, off, isVoucher }, at) => ({
    code: `P-${at}`,
    title: `Artikel ${at}`,
    price,
    vatRate,
    quantity,
    status,
    ...(off && !isVoucher && { discounts: [{ title: 'Zomer', amount: off }] }),
    ...(off && isVoucher && { voucher: `V-${orderCode}-${at}`, voucherDetails: { amount: off } }),
  }));
  const goods = sumOf(products.map(({ price }) => price));
  const total = goods + sale.deliveryCharge - Math.min(sale.discount, goods - 1);
  const street = {
    streetName: 'Kade',
    streetNumber: '4',
    postalCode: '2611 AA',
    city: 'Delft',
    country: 'NL',
  };
  await shop.order(customerId, orderCode, {
    channel: 'kiekhof',
    currency: sale.currency,
    status,
    products,
    total,
    deliveryCharge: sale.deliveryCharge,
    deliveryAddress: { name: 'Mia', ...street },
  });
  const issue = () => shop.run('issue-invoices', { customerId, orderCode });
  await shop.report(orderCode, { type: 'status', data: { status: 'Dispatched' } });
  await issue();
  for (const { share, line } of sale.refunds) {
    const named = line < products.length ? { productCodes: [`P-${line}`] } : {};
    const amount = Math.max(1, Math.floor((total / sale.refunds.length) * share));
    await shop.report(orderCode, { type: 'refunded', data: { amount }, ...named });
    await issue();
  }
  return total;
}

const parser = new XMLParser({ removeNSPrefix: true, parseTagValue: false });
/** The sums of an invoice's XML, added up from its parts. */
function addUp(xml: string, unit: number) {
  const trade = parser.parse(xml).CrossIndustryInvoice.SupplyChainTradeTransaction;
  const settlement = trade.ApplicableHeaderTradeSettlement;
  const money = (text: string) => Math.round(Number(text) * unit);
  const parts = [trade.IncludedSupplyChainTradeLineItem]
    .flat()
    .map(({ SpecifiedLineTradeSettlement: line }) => ({
      rate: Number(line.ApplicableTradeTax.RateApplicablePercent),
      net: money(line.SpecifiedTradeSettlementLineMonetarySummation.LineTotalAmount),
    }));
  for (const part of [settlement.SpecifiedTradeAllowanceCharge ?? []].flat())
    parts.push({
      rate: Number(part.CategoryTradeTax.RateApplicablePercent),
      net: (part.ChargeIndicator.Indicator === 'true' ? 1 : -1) * money(part.ActualAmount),
    });
  const taxes = [settlement.ApplicableTradeTax].flat().map((one) => ({
    rate: Number(one.RateApplicablePercent),
    net: money(one.BasisAmount),
    tax: money(one.CalculatedAmount),
  }));
  for (const { rate, net } of taxes)
    expect(sumOf(parts.filter((part) => part.rate === rate).map((part) => part.net))).toBe(net);
  const notified = settlement.SpecifiedTradeSettlementHeaderMonetarySummation;
  const sums = { net: sumOf(parts.map(({ net }) => net)), tax: sumOf(taxes.map(({ tax }) => tax)) };
  expect(
    [notified.TaxBasisTotalAmount, notified.TaxTotalAmount, notified.GrandTotalAmount].map(money),
  ).toEqual([...[sums.net, sums.tax, sums.net + sums.tax]]);
  return { ...sums, taxes, due: money(notified.DuePayableAmount) };
}

type Listed = { id: string; number: string; net: number; tax: number; gross: number };

/** Compares what the list says of a document with its pdf, the XML in it, and the customer's own data. */
async function compare(customerId: CustomerId, listed: Listed, currency: Currency, own: readonly unknown[]) {
  const answer = await shop.fetchPdf(customerId, `InvoiceGroupFiles/me/${listed.id}`);
  const pdf = Buffer.from(await answer.arrayBuffer());
  const sums = addUp(xmlInPdf(pdf) ?? '', UNITS[currency]);
  const { net, tax, gross, number } = listed;
  expect({ net: sums.net, tax: sums.tax, gross: sums.net + sums.tax }).toEqual({ net, tax, gross });
  expect(own).toContainEqual(expect.objectContaining({ number, net, tax, gross, currency }));
  const locale = findChannel('kiekhof')?.locale ?? '';
  const words = lettersOf(pdf);
  const amounts = [net, gross, ...sums.taxes.flatMap((one) => [one.net, one.tax])];
  for (const amount of amounts)
    expect(words).toContain(formatPrice(amount, currency, locale).replaceAll('\u202f', '\u00a0'));
  return sums;
}

async function readOwnData(customerId: CustomerId): Promise<unknown[]> {
  const [file] = areaOf(shop.db, shop.modules[0]).files ?? [];
  return Array.fromAsync(file?.read(customerId) ?? []);
}

test('pages, invoices, their XML and what is downloaded say the same of any order [INV-04]', async () => {
  const seed = process.env.TRIALS ? Date.now() : 34;
  for (const sale of fc.sample(anySale, { numRuns: ORDERS, seed })) {
    const [customerId, orderCode] = [await shop.addCustomer(), shop.newCode()];
    const total = await sell(customerId, orderCode, sale);
    const context = JSON.stringify({ seed, sale });
    const { body: page } = await shop.call<Parameters<typeof taxesInTotal>[0]>(
      customerId,
      'GET',
      `/orders/v1/superorders/${orderCode}`,
    );
    const { body } = await shop.list(customerId);
    const [invoice] = body.items;
    if (!invoice) throw new Error(`no invoice of ${context}`);
    expect([invoice.gross, page.total], context).toEqual([total, total]);
    const own = await readOwnData(customerId);
    const whole = await compare(customerId, invoice, sale.currency, own);
    expect(whole.due, context).toBe(sale.isPaid ? 0 : total);
    const onPage = taxesInTotal(page).map(({ rate, net, tax }) => ({ rate, net, tax }));
    expect(onPage, context).toEqual(whole.taxes.map((one) => ({ ...one, rate: rateOf(one.rate) })));
    const notes: Awaited<ReturnType<typeof compare>>[] = [];
    for (const note of invoice.creditNotes) notes.push(await compare(customerId, note, sale.currency, own));
    const paidBack = sumOf(
      sale.refunds.map(({ share }) => Math.max(1, Math.floor((total / sale.refunds.length) * share))),
    );
    // No more is credited than was invoiced, which is a single unit here and there.
    expect(sumOf(notes.map(({ net, tax }) => net + tax)), context).toBe(Math.min(total, paidBack));
  }
}, 600_000);
