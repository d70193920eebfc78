import { describe, expect, it } from 'vitest';
import { findTaxFaults, VAT_CATEGORIES } from '../../orders/index.ts';
import { findFaults } from './check-document.ts';
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
    ...{ buyerVatId, invoiceAddress: VIENNA, currency: 'EUR' },
    ...(isPickedUp
      ? { deliveryType: 'PickupPoint', pickupPoint: place && { address: place } }
      : { deliveryType: 'Home', deliveryAddress: place }),
    products: [{ code: 'BOOK', status: 'paymentSuccess', vatRate, vatCategory }],
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
  it('agree on all rates, categories, buyers and places, with the same sentence', () => {
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

  it('agree that nothing is issued at a rate that contradicts its category', () => {
    for (const [category, { rate }] of Object.entries(VAT_CATEGORIES)) {
      const wrong = rate === 'positive' ? 0 : 20;
      if (rate === 'any') continue;
      const { sent } = twice({
        ...{ vatRate: wrong, vatCategory: category, buyerVatId: 'DE123456788' },
        ...{ place: category === 'G' ? ZURICH : MUNICH, isPickedUp: false },
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
});
