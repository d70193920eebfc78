/** What the benchmarks measure about issued invoices. */
export { drawInvoice } from './draw-invoice.ts';
export type { IssuedDocument } from './issued-document.ts';
export { numberInvoice } from './number-invoice.ts';
export { runsOf } from './page-writer.ts';
export { writeCii } from './write-cii.ts';
