/** Invoices and credit notes as documents: their content, the XML and the pdf of each, and what our own XML says. */
export { findFaults } from './check-document.ts';
export { drawer } from './drawer.ts';
export type {
  DocumentLine,
  IssuedDocument,
  Part,
  Taxed,
  TaxTotal,
  Unnumbered,
} from './issued-document.ts';
export { type IssuedFields, readCii, xmlInPdf } from './read-cii.ts';
export { invoiceTexts } from './texts.ts';
export { writeCii } from './write-cii.ts';
