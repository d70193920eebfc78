import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import pino from 'pino';
import { numberInvoice } from '../../apps/server/src/modules/orders/invoices/issue/drawing.fixture.ts';
import { openDatabase } from '../../apps/server/src/platform/database/database.ts';
import { newCustomerId } from '../../apps/server/src/platform/ids.ts';

/** A worker that numbers a given count of invoices in one series, starting when its parent says so. */
const [url = '', count = '0'] = process.argv.slice(2);
const { db, close } = openDatabase({ url, maxConnections: 2, log: pino({ level: 'warn' }) });
process.send?.('ready');
await once(process, 'message');
const customerId = newCustomerId();
const context = {
  customerId,
  orderCode: 'ORDER',
  channel: 'bildersonn',
  kind: 'invoice',
  year: 2026,
} as const;
const sums = { currency: 'EUR', net: 1_000, tax: 200, gross: 1_200 };
// What the series costs: the journal's write takes as long as the store does.
const journal = { require: async () => undefined };
for (let at = 0; at < Number(count); at++)
  await numberInvoice({ db, journal }, { ...context, ...sums, invoiceId: randomUUIDv7(), now: new Date() });
await close();
process.disconnect?.();
