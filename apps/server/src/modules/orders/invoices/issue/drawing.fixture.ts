/** What the benchmarks measure about issued invoices. */
export { drawInvoice } from '../../invoice-documents/draw-invoice.ts';
export type { IssuedDocument } from '../../invoice-documents/issued-document.ts';
export { runsOf } from '../../invoice-documents/page-writer.ts';
export { writeCii } from '../../invoice-documents/write-cii.ts';
export { numberInvoice } from './number-invoice.ts';
