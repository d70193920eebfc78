import { randomUUID } from 'node:crypto';
import type { Voucher } from '@keepsake/contracts/orders/vouchers';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { ProblemBody } from '@keepsake/contracts/platform/problem';
import type { ServiceCredential } from '../../../platform/auth.ts';
import { addCustomer } from '../../../testing/customers.ts';
import { startWorld } from '../../../testing/start-world.ts';
import { createLoneOrders } from '../orders/lone-orders.fixture.ts';
import { createVouchers } from './index.ts';

type AnyBody = Required<ProblemBody> & Voucher & { version: number; items: Voucher[]; notes: string[] };

const SHOP_TOKEN = 'the-token-of-the-shop-0123456789abcdef';
/** Token of a service that may write to one channel only. */
export const ALPINE_TOKEN = 'the-token-of-an-alpine-shop-012345678';
const CRM_TOKEN = 'the-token-of-a-crm-0123456789abcdefgh';
export const NOW = new Date('2026-11-22T10:00:00Z');

/** Vouchers, and the orders that use them. */
export async function startVouchers() {
  const alpine: ServiceCredential = { tokens: [ALPINE_TOKEN], scopes: ['vouchers'], channels: ['kiekhof'] };
  const world = await startWorld({
    now: NOW,
    serviceTokens: { shop: SHOP_TOKEN, crm: CRM_TOKEN, alpine },
    modules: (parts) => [createVouchers(parts), createLoneOrders(parts)],
  });
  const send = async (
    method: string,
    path: string,
    body: object,
    { token = SHOP_TOKEN, ...more }: Record<string, string> = {},
  ) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...more };
    const answer = await fetch(`${world.address}/api${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as AnyBody };
  };
  const ask = (customerId: CustomerId, method: string, path: string) =>
    world.call<AnyBody>(customerId, method, `/vouchers/api/v1${path}`);
  return {
    ...world,
    addCustomer: () => addCustomer(world.db),
    /** Saves a voucher as a service does. */
    save: (code: string, changes: object = {}, token?: string) =>
      send('PUT', `/vouchers/vouchers/${code}`, voucherOf(changes), token ? { token } : {}),
    /** What a customer reads after typing a code. */
    find: (customerId: CustomerId, typed: string) =>
      ask(customerId, 'GET', `/campaigns/offers/${encodeURIComponent(typed)}`),
    add: (customerId: CustomerId, typed: string) =>
      ask(customerId, 'PUT', `/wallet/${encodeURIComponent(typed)}`),
    wallet: async (customerId: CustomerId) => (await ask(customerId, 'GET', '/wallet')).body.items,
    /** An order whose products were bought with these vouchers. */
    order(customerId: CustomerId, orderCode: string, vouchers: string[]) {
      const products = vouchers.map((voucher, at) => ({
        code: `P-${at}`,
        quantity: 1,
        price: 900,
        status: 'Confirmed',
        voucher,
      }));
      const order = { orderCode, customerId, channel: 'pennyfern', currency: 'GBP', total: 900, products };
      const key = { 'idempotency-key': orderCode };
      return send('POST', '/orders/orders', { ...order, status: 'Confirmed' }, key);
    },
    async report(orderCode: string, status: string, productCodes?: string[]) {
      const context = { id: randomUUID(), orderCode, happenedAt: NOW.toISOString(), productCodes };
      await send('POST', '/orders/order-events', {
        events: [{ ...context, type: 'status', data: { status } }],
      });
    },
    crm: CRM_TOKEN,
  };
}

/** £10 off, once per customer. */
const voucherOf = (changes: object) => ({
  version: 1,
  title: 'Welcome',
  value: { amount: { GBP: 1_000 } },
  uses: 'once-per-customer',
  ...changes,
});
