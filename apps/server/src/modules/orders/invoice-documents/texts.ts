import { createTexts } from '../../../platform/texts.ts';
import type table from './texts/en-GB.json';

/** The texts of invoices in the language of a channel. */
export const invoiceTexts = createTexts<typeof table>(new URL('./texts/', import.meta.url));
