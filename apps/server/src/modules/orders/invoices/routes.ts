import {
  getHistoricalInvoicePdf,
  getInvoiceArchive,
  getInvoicePdf,
  getInvoices,
  putInvoicePdf,
  saveInvoice as saveInvoiceEndpoint,
} from '@keepsake/contracts/orders/invoices';
import { type Route, route } from '../../../platform/http/route.ts';
import { sentContentOf } from '../../exchange/sent-files/index.ts';
import type { Deps } from './deps.ts';
import { listInvoices } from './present-invoices.ts';
import { putPdf } from './put-pdf.ts';
import { saveInvoice } from './save-invoice.ts';
import { addressOfArchive, sendPdf } from './serve-pdfs.ts';

/** Shops report their invoices; business customers list, open and download theirs. */
export function invoiceRoutes(deps: Deps): Route[] {
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
