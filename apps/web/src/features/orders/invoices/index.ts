export { InvoicesPage } from './invoices-page.tsx';
export { OrderInvoices } from './order-invoices.tsx';
export { type InvoiceFilter, useInvoiceNotifications } from './queries.ts';
