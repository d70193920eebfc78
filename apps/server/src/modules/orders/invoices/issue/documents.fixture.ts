import type { PostalAddress } from '@keepsake/contracts/account/postal-address';
import { type Channel, findChannel } from '../../../frame/channels/index.ts';
import type { IssuedDocument } from '../../invoice-documents/index.ts';
import { composeCreditNote } from './compose-credit-note.ts';
import { composeInvoice } from './compose-document.ts';
import { sharesOf } from './held-shares.ts';
import { matchRefund } from './match-refund.ts';
import type { InvoicedLine, InvoicedOrder } from './read-order.ts';

/** The Austrian brand, whose invoices are issued here. */
export const austria = findChannel('bildersonn') as Channel;

export const VIENNA: PostalAddress = {
  name: 'Mara Grün',
  company: 'Grün & Söhne <Druck> GmbH',
  streetName: 'Hauptstraße',
  streetNumber: '12/3',
  postalCode: '1030',
  city: 'Wien',
  country: 'AT',
};
export const ZURICH: PostalAddress = { ...VIENNA, postalCode: '8001', city: 'Zürich', country: 'CH' };
export const MUNICH: PostalAddress = { ...VIENNA, postalCode: '80331', city: 'München', country: 'DE' };

export const lineOf = (changes: Partial<InvoicedLine> = {}): InvoicedLine => ({
  title: 'Fotobuch, 28 × 21 cm',
  article: 'BOOK_L28',
  quantity: 1,
  gross: 3_990,
  vatRate: 20,
  vatCategory: null,
  discounts: [],
  isCancelled: false,
  ...changes,
});

/** An order as sent: paid, with one book. */
export function orderOf(changes: Partial<InvoicedOrder> = {}): InvoicedOrder {
  const lines = changes.lines ?? [lineOf()];
  const deliveryCharge = changes.deliveryCharge ?? 0;
  const total = lines.reduce((sum, { gross }) => sum + gross, deliveryCharge);
  const { deliveryAddress = VIENNA } = changes;
  return {
    orderCode: 'K-1001',
    currency: 'EUR',
    total,
    deliveryCharge,
    lines,
    invoiceAddress: VIENNA,
    buyerVatId: 'ATU66666604',
    isPaid: true,
    orderedOn: '2026-06-01',
    deliveredOn: '2026-06-04',
    deliveryAddress,
    ...changes,
    placeOfDelivery: deliveryAddress,
  };
}

const lines = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    lineOf({
      title: `Abzug ${at + 1} auf mattem Papier, 10 × 15 cm`,
      quantity: at + 1,
      gross: 19 * (at + 1),
    }),
  );

/** One order of each kind that invoices distinguish. */
export const ORDERS = {
  plain: orderOf(),
  open: orderOf({ isPaid: false }),
  'several rates and delivery': orderOf({
    lines: [lineOf(), lineOf({ title: 'Gedrucktes Buch', vatRate: 10, gross: 1_333 }), lineOf({ gross: 7 })],
    deliveryCharge: 499,
  }),
  'vouchers and discounts': orderOf({
    lines: [
      lineOf({ gross: 2_990, discounts: [{ title: 'SOMMER-10', amount: 1_000 }] }),
      lineOf({ vatRate: 10, gross: 1_001, discounts: [{ title: null, amount: 99 }] }),
    ],
    deliveryCharge: 399,
    total: 4_190,
  }),
  'within the union': orderOf({
    lines: [lineOf({ vatRate: 0, vatCategory: 'K' })],
    deliveryCharge: 690,
    invoiceAddress: MUNICH,
    deliveryAddress: MUNICH,
    buyerVatId: 'DE123456788',
  }),
  'reverse charge': orderOf({
    lines: [lineOf({ vatRate: 0, vatCategory: 'AE' })],
    invoiceAddress: MUNICH,
    deliveryAddress: MUNICH,
    buyerVatId: 'DE123456788',
  }),
  export: orderOf({ lines: [lineOf({ vatRate: 0, vatCategory: 'G' })], deliveryAddress: ZURICH }),
  'ten lines': orderOf({ lines: lines(10) }),
  'a hundred lines': orderOf({ lines: lines(100), deliveryCharge: 499 }),
} satisfies Record<string, InvoicedOrder>;

const NUMBER = { number: 'KI-2026-000007', issuedOn: '2026-06-04' };

export function invoiceOf(order: InvoicedOrder, channel: Channel = austria): IssuedDocument {
  const composed = composeInvoice({ order, channel });
  return { ...composed, ...NUMBER, dueOn: composed.paid < composed.gross ? '2026-06-18' : null };
}

/** The first credit note of an order's invoice, for an amount of some of its lines, or of all. */
export function creditNoteOf(
  order: InvoicedOrder,
  amount: number,
  named: readonly number[] | null = null,
): IssuedDocument {
  const invoice = invoiceOf(order);
  const held = sharesOf(order, invoice.taxes);
  const leftOut = { total: 0, lines: [] };
  const { credited: shares } = matchRefund(
    { amount, lines: named, unknown: [] },
    { held, leftOut, before: [] },
  );
  const composed = composeCreditNote({ order, channel: austria, invoice, shares, named, before: [] });
  return { ...composed, number: 'KC-2026-000001', issuedOn: '2026-07-01', dueOn: null };
}
