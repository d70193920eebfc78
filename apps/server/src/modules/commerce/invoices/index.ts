import type { Module } from '../../../platform/module.ts';
import { mountFiles } from '../sent-files/index.ts';
import type { Deps } from './deps.ts';
import { invoicesData } from './personal-data.ts';
import { INVOICE_FILES } from './present-invoices.ts';
import { invoiceRoutes } from './routes.ts';
import { findPdf, mountArchives } from './serve-pdfs.ts';

/** Invoices of business customers: reported by the shop. */
export function createInvoices(deps: Deps): Module {
  return {
    routes: invoiceRoutes(deps),
    mount(app) {
      mountFiles(app, deps, {
        area: INVOICE_FILES,
        find: (userId, fileId) => findPdf(deps.db, userId, fileId),
      });
      mountArchives(app, deps);
    },
    personalData: invoicesData(deps),
  };
}
