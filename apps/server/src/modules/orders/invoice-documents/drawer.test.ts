import { expect, test, vi } from 'vitest';
import { invoiceOf, ORDERS, orderOf } from '../invoices/issue/documents.fixture.ts';
import { drawInvoice } from './draw-invoice.ts';
import { createDrawer } from './drawer.ts';
import { writeCii } from './write-cii.ts';

const document = invoiceOf(ORDERS.plain);
const xml = writeCii(document);

test('a thread draws the same bytes, several at once too, and ends when idle', async () => {
  const drawer = createDrawer(50);
  const drawn = await Promise.all([1, 2, 3].map(() => drawer.draw(document, xml)));
  const same = await drawInvoice(document, xml);
  for (const pdf of drawn) expect(pdf.equals(same)).toBe(true);
  await vi.waitUntil(() => !drawer.isStarted());
  expect((await drawer.draw(document, xml)).equals(same)).toBe(true);
});

test('an invoice that cannot be drawn fails alone', async () => {
  const drawer = createDrawer(50);
  const broken = { ...invoiceOf(orderOf({})), currency: 'no currency' };
  const [first, second] = await Promise.allSettled([drawer.draw(broken, xml), drawer.draw(document, xml)]);
  expect(first).toMatchObject({ status: 'rejected', reason: expect.any(RangeError) });
  expect(second?.status).toBe('fulfilled');
});
