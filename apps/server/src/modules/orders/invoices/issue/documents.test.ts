import { inflateSync } from 'node:zlib';
import { allocate, extractTax, taxesInTotal } from '@keepsake/contracts/orders/included-tax';
import { describe, expect, test } from 'vitest';
import { drawInvoice } from '../../invoice-documents/draw-invoice.ts';
import { findFaults, writeCii } from '../../invoice-documents/index.ts';
import { composeInvoice } from './compose-document.ts';
import {
  austria,
  creditNoteOf,
  invoiceOf,
  lineOf,
  MUNICH,
  ORDERS,
  orderOf,
  VIENNA,
  ZURICH,
} from './documents.fixture.ts';

const kinds = Object.entries(ORDERS);

describe('the content of an invoice', () => {
  test.each(kinds)('matches the paid amount to the cent: %s [INV-04]', (_, order) => {
    const document = invoiceOf(order);
    expect(findFaults(document)).toEqual([]);
    expect(document.gross).toBe(order.total);
  });

  test('is consistent for any prices, discounts and rates', () => {
    let seed = 7;
    const random = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % most;
    };
    for (let round = 0; round < 2_000; round++) {
      const lines = Array.from({ length: 1 + random(6) }, () =>
        lineOf({
          gross: random(5_000),
          quantity: 1 + random(30),
          vatRate: [5.5, 10, 20, 21, 25][random(5)] ?? 20,
          discounts: random(3) === 0 ? [{ title: null, amount: 1 + random(900) }] : [],
        }),
      );
      const sum = lines.reduce((total, { gross }) => total + gross, 0);
      const deliveryCharge = random(2) * random(900);
      const order = orderOf({
        lines,
        deliveryCharge,
        total: sum + deliveryCharge - random(Math.min(sum, 500) + 1),
      });
      const document = invoiceOf(order);
      expect(findFaults(document), JSON.stringify(order)).toEqual([]);
      expect(document.gross).toBe(order.total);
      // The order's page says the same.
      const products = order.lines.map((line) => ({ ...line, price: line.gross, status: 'Confirmed' }));
      expect(taxesInTotal({ ...order, products })).toEqual(document.taxes);
    }
  });

  test('distributes the rest of an indivisible amount', () => {
    expect(allocate(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(allocate(5, [0, 0])).toEqual([5, 0]);
    const part = (gross: number) => ({ category: 'S' as const, rate: 2_000, gross });
    const { nets, taxes } = extractTax([part(7), part(7), part(7)]);
    expect(nets.reduce((sum, net) => sum + net, 0)).toBe(taxes[0]?.net);
    expect(taxes).toEqual([{ category: 'S', rate: 2_000, net: 17, tax: 4 }]);
  });

  test('of a credit note is distributed over the rates of its invoice', () => {
    const note = creditNoteOf(ORDERS['several rates and delivery'], 1_000);
    expect(findFaults(note)).toEqual([]);
    expect(note.gross).toBe(1_000);
    expect(note.taxes.map(({ rate }) => rate)).toEqual([2_000, 1_000]);
    const whole = creditNoteOf(ORDERS['vouchers and discounts'], 4_190);
    expect(whole.taxes).toEqual(invoiceOf(ORDERS['vouchers and discounts']).taxes);
  });

  test.each([
    ['a rate that nobody told', { lines: [lineOf({ vatRate: null })] }, /no VAT rate was told/],
    ['no reason for no tax', { lines: [lineOf({ vatRate: 0 })] }, /no category says why/],
    ['a category and a rate that contradict', { lines: [lineOf({ vatCategory: 'K' })] }, /contradict/],
    [
      'no buyer with a VAT id',
      { ...ORDERS['within the union'], buyerVatId: null },
      /needs a VAT ID of the buyer/,
    ],
    ['a buyer at home', { ...ORDERS['within the union'], buyerVatId: 'ATU66666604' }, /its VAT ID is of AT/],
    ['goods that stay', { ...ORDERS['within the union'], deliveryAddress: VIENNA }, /the goods stay in AT/],
    ['goods that leave the union', { ...ORDERS['within the union'], deliveryAddress: ZURICH }, /go to CH/],
    ['an export that stays', { ...ORDERS.export, deliveryAddress: MUNICH }, /from AT to DE within/],
    ['an export to nowhere', { ...ORDERS.export, deliveryAddress: null }, /needs a place of delivery/],
    ['a total that is too much', { total: 99_999 }, /more than its products/],
    ['no address', { invoiceAddress: null, deliveryAddress: null }, /neither/],
    ['a currency with three decimals', { currency: 'TND' }, /cannot be in its currency, TND/],
    ['a currency that is none', { currency: 'ABC' }, /cannot be in its currency, ABC/],
    ['nothing left', { lines: [lineOf({ isCancelled: true })] }, /cancelled/],
  ])('cannot be made with %s', (_, changes, sentence) => {
    expect(() => composeInvoice({ order: orderOf(changes), channel: austria })).toThrow(sentence);
  });

  test('is checked before it is stored: inconsistent sums are found', () => {
    const good = invoiceOf(ORDERS['several rates and delivery']);
    const faultsOf = (changes: Partial<typeof good>) => findFaults({ ...good, ...changes }).join();
    expect(faultsOf({ gross: good.gross + 1 })).toContain('BR-CO-15');
    expect(faultsOf({ charges: [] })).toContain('BR-CO-13');
    expect(faultsOf({ taxes: good.taxes.map((one) => ({ ...one, tax: one.tax + 2 })) })).toContain(
      'BR-CO-17',
    );
    expect(faultsOf({ paid: 0 })).toContain('BR-CO-25');
  });
});

describe('the files of an invoice', () => {
  test('are XML of EN 16931, in which customers’ input is text', () => {
    const xml = writeCii(invoiceOf(ORDERS['vouchers and discounts']));
    expect(xml).toContain('<ram:ID>urn:cen.eu:en16931:2017</ram:ID>');
    expect(xml).toContain('<ram:Name>Grün &amp; Söhne &lt;Druck&gt; GmbH</ram:Name>');
    expect(xml).toContain('<ram:GrandTotalAmount>41.90</ram:GrandTotalAmount>');
    expect(xml).toContain('<ram:Reason>SOMMER-10</ram:Reason>');
    const open = writeCii(invoiceOf(ORDERS.open));
    expect(open).toContain('<ram:DuePayableAmount>39.90</ram:DuePayableAmount>');
    expect(open).toContain(austria.legal.bank.iban);
    expect(writeCii(invoiceOf(ORDERS['within the union']))).toContain('VATEX-EU-IC');
    const note = writeCii(creditNoteOf(ORDERS.plain, 1_000));
    expect(note).toContain('<ram:TypeCode>381</ram:TypeCode>');
    expect(note).toContain('<ram:IssuerAssignedID>KI-2026-000007</ram:IssuerAssignedID>');
  });

  test.each([
    ['ISK', 12_000, '12000'],
    ['JPY', 12_000, '12000'],
    ['RSD', 1_200_000, '12000.00'],
    ['HUF', 1_200_000, '12000.00'],
  ])('have the decimals of %s', (currency, total, gross) => {
    const document = invoiceOf(orderOf({ currency, lines: [lineOf({ gross: total, vatRate: 24 })] }));
    expect(findFaults(document)).toEqual([]);
    expect(writeCii(document)).toContain(`<ram:GrandTotalAmount>${gross}</ram:GrandTotalAmount>`);
  });

  test('and a tagged PDF/A-3a with that XML in it; the same document has the same bytes', async () => {
    const document = invoiceOf(ORDERS['a hundred lines']);
    const xml = writeCii(document);
    const pdf = await drawInvoice(document, xml);
    const words = pdf.toString('latin1');
    expect(words.startsWith('%PDF-1.7')).toBe(true);
    for (const part of ['/Marked true', '/AFRelationship /Alternative', '(factur-x.xml)', '/OutputIntent'])
      expect(words).toContain(part);
    expect(words).toContain('<pdfaid:part>3</pdfaid:part>');
    expect(words).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>');
    expect(words).toContain('/Lang (de-AT)');
    expect(words.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(2);
    // A hundred lines, charges and the head, whose repetitions on the next pages are decoration.
    expect(words.match(/\/S \/TR\b/g)?.length).toBe(102);
    expect(words.match(/\/S \/TH\b/g)?.length).toBe(5);
    expect(attachedTo(pdf)).toBe(xml);
    expect(await drawInvoice(document, xml)).toEqual(pdf);
  });

  test('have letters of other alphabets, and words that are too long', async () => {
    const lines = [lineOf({ title: `Ёлка Ελλάδα Łódź 写真 ${'x'.repeat(200)}` })];
    const document = invoiceOf(orderOf({ lines }));
    await expect(drawInvoice(document, writeCii(document))).resolves.toBeInstanceOf(Buffer);
  });
});

/** The file attached to a PDF: the one stream that is XML. */
function attachedTo(pdf: Buffer): string | undefined {
  const words = pdf.toString('latin1');
  for (const { index } of words.matchAll(/stream\r?\n/g)) {
    const start = index + (words.startsWith('\r', index + 6) ? 8 : 7);
    try {
      const text = inflateSync(pdf.subarray(start)).toString();
      if (text.startsWith('<?xml')) return text;
    } catch {
      // Not compressed.
    }
  }
  return undefined;
}
