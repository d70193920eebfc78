import { invoiceOf, ORDERS } from '../../apps/server/src/modules/orders/invoices/issue/documents.fixture.ts';
import {
  drawInvoice,
  writeCii,
} from '../../apps/server/src/modules/orders/invoices/issue/drawing.fixture.ts';
import { median } from '../harness/rounds.ts';
import { drawBare } from './bare-invoice.ts';

/** Draws the same invoice repeatedly, either as issued or with the bare library, and reports the cost to its parent. */
export type DrawingCost = { milliseconds: number; bytes: number; megabytes: number };

const [which, order = ''] = process.argv.slice(2);
const ROUNDS = 15;
const document = invoiceOf(ORDERS[order as keyof typeof ORDERS]);
const draw = () =>
  which === 'issued' ? drawInvoice(document, writeCii(document)) : drawBare(document, writeCii(document));
const times: number[] = [];
let bytes = 0;
for (let round = 0; round < ROUNDS; round++) {
  const started = performance.now();
  bytes = (await draw()).length;
  times.push(performance.now() - started);
}
process.send?.({
  milliseconds: median(times.slice(3)),
  bytes,
  megabytes: process.resourceUsage().maxRSS / 1_000,
} satisfies DrawingCost);
