import { createHash, randomUUID } from 'node:crypto';
import type { MapPdf, OnlineProduct, WholeProduct } from '@keepsake/contracts/creations/online-products';
import { IDEMPOTENCY_HEADER } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { ProblemBody } from '@keepsake/contracts/platform/problem';
import type { ServiceCredential } from '../../../platform/auth.ts';
import { createObjectPurge } from '../../../platform/objects/purge-objects.ts';
import { addCustomer } from '../../../testing/customers.ts';
import { startWorld } from '../../../testing/start-world.ts';
import { createSentFiles } from '../../exchange/sent-files/index.ts';
import { createLoneOrders } from '../../orders/orders/lone-orders.fixture.ts';
import { createOnlineProducts } from './index.ts';

type AnyBody = Required<ProblemBody> & {
  productId: string;
  fileId: string;
  bytes: number;
  version: number;
  missingPages: number[];
};

export const SHOP_TOKEN = 'the-token-of-the-shop-0123456789abcdef';
/** Token of a shop that may write to one channel only. */
export const ALPINE_TOKEN = 'the-token-of-an-alpine-shop-0123456789';

type Put = { customerId: CustomerId; content: Uint8Array<ArrayBuffer>; sha256?: string; token?: string };

/** The online products module, with orders and the intake for their files. */
export async function startOnlineProducts() {
  const alpine: ServiceCredential = { tokens: [ALPINE_TOKEN], scopes: ['products'], channels: ['kiekhof'] };
  const world = await startWorld({
    serviceTokens: { shop: SHOP_TOKEN, alpine },
    modules: (parts) => [
      createOnlineProducts({
        ...parts,
        sentFiles: createSentFiles(parts),
        endWidget: async () => undefined,
        onPagesChanged: async () => undefined,
      }),
      createLoneOrders(parts),
      createObjectPurge(parts),
    ],
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
  const put = (path: string, { customerId, content, sha256, token }: Put) => {
    const hash = sha256 ?? createHash('sha256').update(content).digest('hex');
    const headers = { 'content-type': 'application/octet-stream' };
    const query = `customerId=${customerId}&sha256=${hash}`;
    return request('PUT', `${path}${path.includes('?') ? '&' : '?'}${query}`, {
      headers,
      body: content,
      token,
    });
  };
  return {
    ...world,
    addCustomer: (deletedAt: Date | null = null) => addCustomer(world.db, { deletedAt }),
    newCode: () => `B-${randomUUID().slice(0, 8)}`,
    /** Sends a product as a shop does. */
    save(code: string, product: object, token?: string) {
      const headers = { 'content-type': 'application/json' };
      return request('PUT', `products/online-products/${code}`, {
        headers,
        body: JSON.stringify(product),
        token,
      });
    },
    putPage: (code: string, place: number | string, sent: Put) =>
      put(`products/online-products/${code}/pages/${place}`, sent),
    putFile: (code: string, purpose: string, sent: Put) =>
      put(`products/online-products/${code}/files/${purpose}`, sent),
    end: (code: string, customerId: CustomerId, token?: string) =>
      request('DELETE', `products/online-products/${code}?customerId=${customerId}`, { token }),
    list: (customerId: CustomerId, query = '') =>
      world.call<{ items: OnlineProduct[]; total: number }>(
        customerId,
        'GET',
        `/products/v1/Products${query}`,
      ),
    read: (customerId: CustomerId, code: string, query = '?extendResponseWithUrls=true') =>
      world.call<WholeProduct>(customerId, 'GET', `/products/v1/Products/${code}${query}`),
    maps: (customerId: CustomerId) =>
      world.call<{ items: MapPdf[] }>(customerId, 'GET', '/products/v1/Pdfs/me'),
    async fetchPdf(customerId: CustomerId, code: string, headers: Record<string, string> = {}) {
      const authorization = `Bearer ${await world.tokenFor(customerId)}`;
      return fetch(`${world.address}/api/products/v1/pdf/me/${code}`, {
        headers: { ...headers, authorization },
      });
    },
    /** A file of an ordered product, sent together with the order. */
    async sendWithOrder(
      productCode: string,
      { purpose = 'product.pdf', ...sent }: Put & { purpose?: string },
    ) {
      const orderCode = `K-${randomUUID().slice(0, 8)}`;
      const status = 'paymentSuccess';
      const product = { code: productCode, title: 'A map of Kent', quantity: 1, price: 100, status };
      const order = { orderCode, customerId: sent.customerId, channel: 'pennyfern', currency: 'GBP' };
      const headers = { 'content-type': 'application/json', [IDEMPOTENCY_HEADER]: orderCode };
      const body = JSON.stringify({ ...order, total: 100, status, products: [product] });
      await request('POST', 'orders/orders', { headers, body });
      await put(`orders/order-files/${orderCode}/${purpose}?productCode=${productCode}`, sent);
      return orderCode;
    },
    /** A customer's book as a shop sends it: two covers, a page, a spread, a page. */
    bookOf: (customerId: CustomerId, changes: object = {}) => ({
      customerId,
      channel: 'pennyfern',
      version: 1,
      kind: 'book',
      title: 'Summer in Kent',
      product: 'Photo book, 28 × 21 cm',
      format: { width: 280, height: 210 },
      pages: [
        { kind: 'front-cover', width: 2800, height: 2100 },
        { kind: 'page', width: 2800, height: 2100 },
        { kind: 'spread', width: 5600, height: 2100 },
        { kind: 'page', width: 2800, height: 2100 },
        { kind: 'back-cover', width: 2800, height: 2100 },
      ],
      ...changes,
    }),
  };
}
