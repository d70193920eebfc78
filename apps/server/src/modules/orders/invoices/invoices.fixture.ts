import { createHash, randomUUID } from 'node:crypto';
import type { getInvoices } from '@keepsake/contracts/orders/invoices';
import { IDEMPOTENCY_HEADER, type ResponseOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { ProblemBody } from '@keepsake/contracts/platform/problem';
import type { ServiceCredential } from '../../../platform/auth.ts';
import { createObjectPurge } from '../../../platform/objects/purge-objects.ts';
import { addBusinessCustomer } from '../../../testing/customers.ts';
import { startWorld } from '../../../testing/start-world.ts';
import { createSentFiles } from '../../exchange/sent-files/index.ts';
import { createLoneOrders } from '../orders/lone-orders.fixture.ts';
import { createInvoices } from './index.ts';

type AnyBody = Required<ProblemBody> & {
  invoiceId: string;
  version: number;
  lacksPdf: boolean;
  bytes: number;
};
type ListBody = ResponseOf<typeof getInvoices>;
type Content = Uint8Array<ArrayBuffer>;

const SHOP_TOKEN = 'the-token-of-the-shop-0123456789abcdef';
/** Token of a shop that may write to one channel only. */
export const NORTH_TOKEN = 'the-token-of-a-northern-shop-0123456789';
/** Token of a system that may only report orders. */
export const PLANT_TOKEN = 'the-token-of-a-plant-0123456789-0123456';

export const PROVEN_VAT_ID = 'DE123456788';

/** The invoices module, with orders and an intake for files; invoices of Kiekhof are issued here. */
export async function startInvoices() {
  const north: ServiceCredential = { tokens: [NORTH_TOKEN], scopes: ['invoices'], channels: ['stundbo'] };
  const plant: ServiceCredential = { tokens: [PLANT_TOKEN], scopes: ['orders'], channels: null };
  const world = await startWorld({
    serviceTokens: { shop: SHOP_TOKEN, north, plant },
    modules: (parts) => {
      const invoices = createInvoices({
        ...parts,
        sentFiles: createSentFiles(parts),
        isIssuing: (channel) => channel === 'kiekhof',
        notifyCustomer: async () => null,
        isVatIdProven: async (_, vatId) => vatId === PROVEN_VAT_ID,
      });
      const orders = createLoneOrders(parts, {
        onSent: invoices.followOrder,
        isUninvoiceable: invoices.isUninvoiceable,
      });
      return [invoices, orders, createObjectPurge(parts)];
    },
  });
  const request = async (
    method: string,
    path: string,
    { token = SHOP_TOKEN, ...init }: RequestInit & { token?: string },
  ) => {
    const answer = await fetch(`${world.address}/api/${path}`, {
      ...init,
      method,
      headers: { ...init.headers, authorization: `Bearer ${token}` },
    });
    const text = await answer.text();
    return { status: answer.status, body: (text ? JSON.parse(text) : {}) as AnyBody };
  };
  const json = { 'content-type': 'application/json' };
  const send = (
    customerId: CustomerId,
    orderCode: string,
    { key, ...changes }: { key: string } & Record<string, unknown>,
  ) => {
    const status = 'paymentSuccess';
    const product = { code: 'PAP_910', title: 'Prints', quantity: 1, price: 1_200, vatRate: 20, status };
    const order = { orderCode, customerId, channel: 'pennyfern', currency: 'GBP', total: 1_200, status };
    return request('POST', 'orders/orders', {
      headers: { ...json, [IDEMPOTENCY_HEADER]: key },
      body: JSON.stringify({ ...order, products: [product], ...changes }),
    });
  };
  return {
    ...world,
    addCustomer: () => addBusinessCustomer(world.db),
    newCode: () => `I-${randomUUID().slice(0, 8)}`,
    save: (code: string, invoice: object, token?: string) =>
      request('PUT', `invoices/invoices/${code}`, { headers: json, body: JSON.stringify(invoice), token }),
    putPdf(code: string, customerId: CustomerId, content: Content, sha256 = sha256Of(content)) {
      const headers = { 'content-type': 'application/pdf' };
      const query = `customerId=${customerId}&sha256=${sha256}`;
      return request('PUT', `invoices/invoices/${code}/pdf?${query}`, { headers, body: content });
    },
    list: (customerId: CustomerId, query = '') =>
      world.call<ListBody>(customerId, 'GET', `/invoices/api/v1/HistoricalInvoice/me${query}`),
    archive: (customerId: CustomerId, query: string) =>
      world.call<{ url: string; count: number; bytes: number }>(
        customerId,
        'GET',
        `/invoices/api/v1/HistoricalInvoice/me/archive${query}`,
      ),
    async fetchPdf(customerId: CustomerId, path: string) {
      const authorization = `Bearer ${await world.tokenFor(customerId)}`;
      return fetch(`${world.address}/api/invoices/api/v1/${path}`, { headers: { authorization } });
    },
    send,
    /** Reports an order of the customer as the shop does, under its code as key. */
    async order(customerId: CustomerId, orderCode: string, changes: object = {}): Promise<void> {
      const answer = await send(customerId, orderCode, { key: orderCode, ...changes });
      if (answer.status !== 200) throw new Error(`The order got ${JSON.stringify(answer)}`);
    },
    /** Reports events of an order, each under its own id. */
    async report(orderCode: string, ...events: { type: string; data: object }[]): Promise<void> {
      const context = { orderCode, happenedAt: world.clock.now.toISOString() };
      const sent = events.map((event) => ({ id: randomUUID(), ...context, ...event }));
      const body = JSON.stringify({ events: sent });
      const answer = await request('POST', 'orders/order-events', { headers: json, body });
      if (answer.status !== 200) throw new Error(`The events got ${JSON.stringify(answer)}`);
    },
    /** An invoice as a shop sends it: £10 and 20 per cent. */
    invoiceOf: (customerId: CustomerId, changes: object = {}) => ({
      customerId,
      channel: 'pennyfern',
      version: 1,
      kind: 'invoice',
      number: `RE-${randomUUID()}`,
      issuedOn: '2026-05-20',
      currency: 'GBP',
      net: 1_000,
      tax: 200,
      gross: 1_200,
      state: 'paid',
      taxes: [{ rate: 20, net: 1_000, tax: 200 }],
      ...changes,
    }),
  };
}

const sha256Of = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
