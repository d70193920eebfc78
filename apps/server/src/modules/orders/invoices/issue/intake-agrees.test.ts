import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findFaults } from '../../invoice-documents/index.ts';
import { findTaxFaults, VAT_CATEGORIES } from '../../orders/index.ts';
import { composeInvoice, NotIssuable } from './compose-document.ts';
import { austria, invoiceOf, lineOf, MUNICH, orderOf, VIENNA, ZURICH } from './documents.fixture.ts';
import type { InvoicedOrder } from './read-order.ts';

type Row = {
  vatRate: number | null;
  vatCategory: string | null;
  buyerVatId: string | null;
  place: typeof VIENNA | null;
  isPickedUp: boolean;
};
const categories = [null, ...Object.keys(VAT_CATEGORIES)];
const ROWS: Row[] = categories.flatMap((vatCategory) =>
  [null, 0, 0.01, 20].flatMap((vatRate) =>
    [null, 'ATU66666604', 'DE123456788', 'GB123456782'].flatMap((buyerVatId) =>
      [null, VIENNA, MUNICH, ZURICH].flatMap((place) =>
        [false, true].map((isPickedUp) => ({ vatRate, vatCategory, buyerVatId, place, isPickedUp })),
      ),
    ),
  ),
);

/** The order as its shop sends it, and as its invoice reads it. */
function twice({ vatRate, vatCategory, buyerVatId, place, isPickedUp }: Row) {
  const sent = {
    buyerVatId,
    invoiceAddress: VIENNA,
    currency: 'EUR',
    total: 3_990,
    ...(isPickedUp
      ? { deliveryType: 'PickupPoint', pickupPoint: place && { address: place } }
      : { deliveryType: 'Home', deliveryAddress: place }),
    products: [{ code: 'BOOK', status: 'paymentSuccess', quantity: 1, price: 3_990, vatRate, vatCategory }],
  };
  const lines = [lineOf({ title: 'BOOK', vatRate, vatCategory })];
  return {
    sent,
    order: { ...orderOf({ lines, buyerVatId }), placeOfDelivery: place, deliveryAddress: null },
  };
}

/** Why there can be no invoice; null if there can. */
function refusalOf(order: InvoicedOrder): string | null {
  try {
    composeInvoice({ order, channel: austria });
    return null;
  } catch (error) {
    if (error instanceof NotIssuable) return error.message;
    throw error;
  }
}

describe('the intake and the invoice of an order', () => {
  test('agree on all rates, categories, buyers and places, with the same sentence', () => {
    let [refused, issued] = [0, 0];
    for (const row of ROWS) {
      const { sent, order } = twice(row);
      const [fault] = findTaxFaults({ order: sent, seller: austria.legal, isInvoiced: true });
      expect(refusalOf(order), JSON.stringify(row)).toBe(fault ? `${fault.message}.` : null);
      if (fault) refused++;
      else {
        issued++;
        expect(findFaults(invoiceOf(order)), JSON.stringify(row)).toEqual([]);
      }
    }
    expect(refused + issued).toBe(ROWS.length);
    expect(issued).toBeGreaterThan(50);
  });

  test('agree that nothing is issued at a rate that contradicts its category', () => {
    for (const [category, { rate }] of Object.entries(VAT_CATEGORIES)) {
      const wrong = rate === 'positive' ? 0 : 20;
      if (rate === 'any') continue;
      const { sent } = twice({
        vatRate: wrong,
        vatCategory: category,
        buyerVatId: 'DE123456788',
        place: category === 'G' ? ZURICH : MUNICH,
        isPickedUp: false,
      });
      // Of whoever ordered it.
      expect(findTaxFaults({ order: sent, seller: austria.legal, isInvoiced: false })).toEqual([
        {
          path: 'products.0.vatRate',
          message: expect.stringMatching(
            `'BOOK' cannot be invoiced: category ${category} .* rate of ${wrong} % contradicts`,
          ),
          product: 'BOOK',
        },
      ]);
    }
  });

  test('agree on every total, whatever is cancelled and delivered', () => {
    const line = fc.record({ gross: fc.nat(500), isCancelled: fc.boolean() });
    const lines = fc.array(line, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(lines, fc.nat(200), fc.nat(1_500), (sold, deliveryCharge, total) => {
        fc.pre(sold.some(({ isCancelled }) => !isCancelled));
        const order = orderOf({ lines: sold.map(lineOf), deliveryCharge, total });
        const products = sold.map(({ gross: price, isCancelled }, at) => ({
          code: `P${at}`,
          quantity: 1,
          price,
          vatRate: 20,
          status: isCancelled ? 'cancelled' : 'paymentSuccess',
        }));
        const sent = { currency: 'EUR', invoiceAddress: VIENNA, total, deliveryCharge, products };
        const [fault] = findTaxFaults({ order: sent, seller: austria.legal, isInvoiced: true });
        expect(refusalOf(order)).toBe(fault ? `Its ${fault.path} ${fault.message}.` : null);
        // Nothing is issued for whoever gets no invoice.
        expect(findTaxFaults({ order: sent, seller: austria.legal, isInvoiced: false })).toEqual([]);
      }),
    );
  });

  test.each([
    [{ price: 475, quantity: 25, netPrice: 396, vatRate: 20 }, null],
    [{ price: 475, quantity: 25, netPrice: 375, vatRate: 20 }, null],
    [
      { price: 475, quantity: 25, netPrice: 370, vatRate: 20 },
      /not its price of 475 without 20 % VAT, .* 396/,
    ],
    [{ price: 475, quantity: 1, netPrice: 398, vatRate: 20 }, /which is 396/],
    [{ price: 475, quantity: 25, netPrice: 476, vatRate: 20 }, /476 is more than its price of 475/],
    [{ price: 475, quantity: 25, netPrice: 0, vatRate: 20 }, /which is 396/],
    [{ price: 0, quantity: 1, netPrice: 396, vatRate: 20 }, /more than its price/],
    [{ price: 0, quantity: 1, netPrice: 0, vatRate: 20 }, null],
  ])('refuse a net price that its price and rate contradict, by more than rounding: %j', (sums, message) => {
    const products = [{ code: 'BOOK', status: 'paymentSuccess', ...sums }];
    const order = { currency: 'EUR', invoiceAddress: VIENNA, total: sums.price, products };
    for (const isInvoiced of [true, false])
      expect(findTaxFaults({ order, seller: austria.legal, isInvoiced })).toEqual(
        message === null
          ? []
          : [
              {
                path: 'products.0.netPrice',
                message: expect.stringMatching(message),
                product: 'BOOK',
              },
            ],
      );
  });
});
