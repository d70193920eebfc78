import {
  getHistoricalInvoicePdf,
  getInvoiceArchive,
  getInvoicePdf,
  getInvoices,
  putInvoicePdf,
  saveInvoice as saveInvoiceEndpoint,
} from '@keepsake/contracts/orders/invoices';
import { type Route, route } from '../../../platform/http/route.ts';
import type { Module } from '../../../platform/module.ts';
import { mountFiles, sentContentOf } from '../../exchange/sent-files/index.ts';
import type { FollowOrder, IsUninvoiceable } from '../orders/index.ts';
import type { Deps } from './deps.ts';
import { FORGET_CRON, forgetTask } from './forget-issued.ts';
import { CHECK_CRONS, checkInvoicesTask, findGapsTask, issueTask, requestIssue } from './issue/jobs.ts';
import { isUninvoiceable } from './issue/store.ts';
import { invoicesData, TABLES } from './personal-data.ts';
import { INVOICE_FILES, listInvoices } from './present-invoices.ts';
import { putPdf } from './put-pdf.ts';
import { invoiceRecovery } from './recover-invoices.ts';
import { saveInvoice } from './save-invoice.ts';
import { addressOfArchive, findPdf, mountArchives, sendPdf } from './serve-pdfs.ts';

export { drawForShop } from './issue/compose-document.ts';
export { findWrongNotes } from './issue/find-wrong-notes.ts';
export { requestIssue } from './issue/jobs.ts';
export { countDocuments, listFaults, listUnsent, recordAnswer, recordSent } from './issue/store.ts';

export type Invoices = Module & {
  /** Brings the invoices of a sent order up to date, if they are issued here. */
  followOrder: FollowOrder;
  isUninvoiceable: IsUninvoiceable;
};

/** Invoices of business customers: reported by the shop, or issued here once an order is sent. */
export function createInvoices(deps: Deps): Invoices {
  return {
    routes: invoiceRoutes(deps),
    mount(app) {
      mountFiles(app, deps, {
        area: INVOICE_FILES,
        find: (customerId, fileId) => findPdf(deps.db, customerId, fileId),
      });
      mountArchives(app, deps);
    },
    tasks: [issueTask(deps), checkInvoicesTask(deps), findGapsTask(deps), forgetTask(deps)],
    crons: [FORGET_CRON, ...CHECK_CRONS],
    recoveries: [invoiceRecovery(deps)],
    tables: TABLES,
    personalData: invoicesData(deps),
    isUninvoiceable,
    async followOrder(trx, { channel, customerId, orderCode }) {
      if (deps.isIssuing(channel)) await requestIssue(trx, { customerId, orderCode }, deps.clock());
    },
  };
}

/** Shops report their invoices; business customers list, open and download theirs. */
function invoiceRoutes(deps: Deps): Route[] {
  return [
    route(saveInvoiceEndpoint, ({ service, params, body: invoice }) =>
      saveInvoice(deps, { service, ...params, invoice }),
    ),
    route(putInvoicePdf, ({ service, params, query, request }) =>
      putPdf(deps, { service, ...params, ...query, ...sentContentOf(request) }),
    ),
    route(getInvoices, ({ customer: { customerId }, query }) => listInvoices(deps, { customerId, ...query })),
    route(getInvoicePdf, ({ customer: { customerId }, params, request, reply }) =>
      sendPdf(deps, { customerId, ...params }, { request, reply }),
    ),
    route(getHistoricalInvoicePdf, ({ customer: { customerId }, params, request, reply }) =>
      sendPdf(deps, { customerId, ...params }, { request, reply }),
    ),
    route(getInvoiceArchive, ({ customer: { customerId }, query: { ids, ...which } }) =>
      addressOfArchive(deps, customerId, ids ? { ids: [...new Set(ids)] } : which),
    ),
  ];
}
