import { describe, expect, test } from 'vitest';
import type { Channel } from '../../frame/channels/index.ts';
import { austria, invoiceOf, lineOf, orderOf, VIENNA } from '../invoices/issue/documents.fixture.ts';
import { drawInvoice, formatsOf } from './draw-invoice.ts';
import { PAGE } from './page-writer.ts';
import { lettersOf, streamsOf } from './read-pdf.fixture.ts';
import { writeCii } from './write-cii.ts';

const LONGEST = 'L’été à la mer '.repeat(17);
const france: Channel = { ...austria, locale: 'fr-FR' };

async function draw(order: Parameters<typeof orderOf>[0], channel = austria): Promise<Buffer> {
  const document = invoiceOf(orderOf(order), channel);
  return drawInvoice(document, writeCii(document));
}

describe('a drawn invoice', () => {
  test('has the blanks of French amounts, and says so where the typeface lacks something', async () => {
    const plain = await draw({ lines: [lineOf({ gross: 1_234_567 })] }, france);
    expect(lettersOf(plain)).toContain('12\u00a0345,67\u00a0€');
    expect(lettersOf(plain)).not.toContain('?');
    const odd = await draw({ lines: [lineOf({ title: 'Livre\u00adphoto 👨‍👩‍👧‍👦 写真 ❤\ufe0f' })] }, france);
    expect(lettersOf(odd)).toContain('Livrephoto [?] [?] [?]');
    expect(lettersOf(odd)).toContain('[?] remplace des caractères absents');
  });

  test('writes the code of a currency whose sign the typeface lacks', () => {
    expect(formatsOf({ locale: 'de-AT', currency: 'THB' }).money(120_000)).toBe('THB\u00a01.200,00');
  });

  test.each([
    ['the longest discounts', 3, { lines: [lineOf(), discounted(20), lineOf()] }],
    [
      'the longest addresses',
      2,
      {
        invoiceAddress: longAddress('A'),
        deliveryAddress: longAddress('B'),
        lines: [lineOf({ title: LONGEST })],
      },
    ],
    ['sixty rates', 4, { lines: Array.from({ length: 60 }, (_, at) => lineOf({ vatRate: 1 + at / 4 })) }],
    ['one row more than a page', 2, { lines: Array.from({ length: 30 }, () => lineOf()) }],
  ])('keeps %s within its pages', async (_, pages, order) => {
    const places = placesOf(await draw(order));
    expect(places.length).toBe(pages);
    for (const page of places) expect(outside(page)).toEqual([]);
  });

  test('writes every one of many long discounts', async () => {
    const letters = lettersOf(await draw({ lines: [discounted(20)] }));
    for (let at = 1; at <= 20; at++) expect(letters).toContain(`${at} L’été à la mer L’été`);
    expect(letters.match(/-€\u00a00,08/g)?.length).toBe(20);
  });

  test('keeps the seller’s longest lines above the end of the page, and the text above them', async () => {
    const words = LONGEST.slice(0, 200);
    const { legal } = austria;
    const seller = { ...legal, seller: words, register: { name: words, number: words } };
    const places = placesOf(await draw({ lines: [discounted(20)] }, { ...austria, legal: seller }));
    for (const page of places) expect(outside(page)).toEqual([]);
  });

  test('breaks no amount, however large', async () => {
    const order = { currency: 'JPY', lines: [lineOf({ gross: 1_000_000_000, quantity: 9 })] };
    expect(lettersOf(await draw(order))).toContain('¥\u00a092.592.592,56');
  });
});

function discounted(count: number) {
  const discounts = Array.from({ length: count }, (_, at) => ({
    title: `${at + 1} ${LONGEST}`.slice(0, 255),
    amount: 10,
  }));
  return lineOf({ gross: 100_000, discounts });
}

function longAddress(mark: string) {
  const words = `${mark} ${LONGEST}`.slice(0, 255);
  return { ...VIENNA, name: words, company: words, streetName: words, addressLine: words, city: words };
}

type Place = { x: number; y: number };

/** Where the lines of each page begin, in points from its upper left corner. */
function placesOf(pdf: Buffer): Place[][] {
  return streamsOf(pdf).flatMap((stream) => {
    const places = [...stream.matchAll(/^1 0 0 1 ([\d.-]+) ([\d.-]+) Tm$/gm)];
    return places.length === 0
      ? []
      : [places.map(([, x, y]) => ({ x: Number(x), y: PAGE.height - Number(y) }))];
  });
}

const outside = (page: readonly Place[]) =>
  page.filter(({ x, y }) => x < PAGE.left || x > PAGE.right || y < PAGE.top || y > PAGE.height - 20);
