import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { encodeAddress, type Widget } from '@keepsake/contracts/creations/widgets';
import { IDEMPOTENCY_HEADER } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { ProblemBody } from '@keepsake/contracts/platform/problem';
import type { Logger } from 'pino';
import sharp from 'sharp';
import { sendSealedMailTask } from '../../../platform/mail.ts';
import type { Module } from '../../../platform/module.ts';
import { createObjectPurge } from '../../../platform/objects/purge-objects.ts';
import { addBusinessCustomer, addCustomer } from '../../../testing/customers.ts';
import { startWorld, type WorldParts } from '../../../testing/start-world.ts';
import { createSentFiles } from '../../exchange/sent-files/index.ts';
import { createLoneOrders } from '../../orders/orders/lone-orders.fixture.ts';
import { endEntries, readEntries, reviewEntries } from '../gallery/index.ts';
import { createOnlineProducts } from '../online-products/index.ts';
import { createWidgets } from './index.ts';

const SHOP_TOKEN = 'the-token-of-the-shop-0123456789abcdef';
export const PUBLIC_URL = 'https://photos.example';
const photo = new URL('../../../platform/images/known-good/photo.jpeg', import.meta.url);

type Options = {
  log?: Logger;
  /** Additional modules. */
  more?(parts: WorldParts): Promise<Module[]>;
  /** How long drawn pages are kept, in milliseconds. */
  cachedMs?: number;
};
type Shared = Partial<Record<'vendorId' | 'fromName' | 'personalMessage' | 'toEmailAddress', string>>;

/** Widgets with the online products that they show, and orders that may block them. */
export async function startWidgets({ log, more = async () => [], cachedMs = 0 }: Options = {}) {
  const world = await startWorld({
    ...(log && { log }),
    serviceTokens: { shop: SHOP_TOKEN },
    async modules(parts) {
      const widgets = await createWidgets({
        ...parts,
        prepared: parts.connection.prepared,
        cachedMs,
        publicUrl: PUBLIC_URL,
        readEntries: (customerId, ids) =>
          readEntries({ db: parts.db, publicUrl: PUBLIC_URL }, customerId, ids),
        endEntries,
        reviewEntries: (trx, ref) => reviewEntries(parts, trx, ref),
      });
      return [
        widgets,
        createOnlineProducts({
          ...parts,
          sentFiles: createSentFiles(parts),
          endWidget: widgets.end,
          onPagesChanged: widgets.onPagesChanged,
        }),
        createLoneOrders(parts),
        createObjectPurge(parts),
        { tasks: [sendSealedMailTask({ ...parts, smtpUrl: null, from: 'Keepsake <mail@photos.example>' })] },
        ...(await more(parts)),
      ];
    },
  });
  const { address, call, db } = world;
  const asShop = async (
    method: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer>,
    type: string,
  ) => {
    const headers = {
      authorization: `Bearer ${SHOP_TOKEN}`,
      'content-type': type,
      [IDEMPOTENCY_HEADER]: randomUUID(),
    };
    const answer = await fetch(`${address}/api/${path}`, { method, headers, body });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  };
  const asJson = (method: string, path: string, body: object) =>
    asShop(method, path, JSON.stringify(body), 'application/json');
  async function sendPicture(customerId: CustomerId, code: string, { place, isOther = false }: SentPicture) {
    const original = await readFile(photo);
    const content = isOther ? await sharp(original).negate().jpeg().toBuffer() : original;
    const sha256 = createHash('sha256').update(content).digest('hex');
    const address = `products/online-products/${code}/pages/${place}`;
    const query = `customerId=${customerId}&sha256=${sha256}`;
    await asShop('PUT', `${address}?${query}`, new Uint8Array(content), 'image/jpeg');
  }
  type Body = Widget & Required<ProblemBody> & { items: Widget[]; total: number; sharedAt: string };
  const ask = (
    customerId: CustomerId,
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ) => call<Body>(customerId, method, `/widgets/v1/${path}`, body, headers);

  return {
    ...world,
    ask,
    addCustomer: (details?: Parameters<typeof addCustomer>[1]) => addCustomer(db, details),
    addBusinessCustomer: () => addBusinessCustomer(db),
    /** A book with a cover, four pages and pictures for some of its places; returns its code. */
    async sendBook(customerId: CustomerId, { pictures = [1, 2, 3], ...details }: Book = {}): Promise<string> {
      const code = `B-${randomUUID().slice(0, 8)}`;
      const page = { width: 4, height: 3 };
      const pages = [
        { kind: 'front-cover', ...page },
        ...Array.from({ length: 4 }, () => ({ kind: 'page', ...page })),
      ];
      const context = { customerId, channel: 'pennyfern', version: 1, kind: 'book', title: 'Summer in Kent' };
      await asJson('PUT', `products/online-products/${code}`, { ...context, pages, ...details });
      for (const place of pictures) await sendPicture(customerId, code, { place });
      return code;
    },
    sendPicture,
    /** The same book again, with pages of these kinds. */
    sendPages(customerId: CustomerId, code: string, kinds: string[]) {
      const pages = kinds.map((kind) => ({ kind, width: 4, height: 3 }));
      const context = { customerId, channel: 'pennyfern', version: 2, kind: 'book', title: 'Summer in Kent' };
      return asJson('PUT', `products/online-products/${code}`, { ...context, pages });
    },
    async endBook(customerId: CustomerId, code: string) {
      await fetch(`${address}/api/products/online-products/${code}?customerId=${customerId}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${SHOP_TOKEN}` },
      });
    },
    /** An order with a product of this code. */
    async order(customerId: CustomerId, productCode: string): Promise<string> {
      const orderCode = `K-${randomUUID().slice(0, 8)}`;
      const status = 'paymentSuccess';
      const product = { code: productCode, title: 'A book', quantity: 1, price: 100, status };
      const order = { orderCode, customerId, channel: 'pennyfern', currency: 'GBP', total: 100, status };
      await asJson('POST', 'orders/orders', { ...order, products: [product] });
      return orderCode;
    },
    /** Reports that an order is blocked or unblocked. */
    report: (orderCode: string, type: 'blocked' | 'unblocked', happenedAt: Date, note?: string) =>
      asJson('POST', 'orders/order-events', {
        events: [
          {
            id: randomUUID(),
            orderCode,
            type,
            happenedAt: happenedAt.toISOString(),
            data: {},
            ...(note && { note }),
          },
        ],
      }),
    save: (customerId: CustomerId, code: string, settings: object = {}) =>
      ask(customerId, 'PUT', `widget/${code}`, settings),
    /** Opens one of our addresses, as anybody. */
    open: (url: string, init?: RequestInit) => fetch(url.replace(PUBLIC_URL, address), init),
    share(customerId: CustomerId, code: string, shared: Shared = {}, headers: Record<string, string> = {}) {
      const query = new URLSearchParams({
        vendorId: 'pennyfern-gb',
        fromName: 'Anna',
        personalMessage: 'Have a look',
        toEmailAddress: encodeAddress('noah@example.com'),
        ...shared,
      });
      return ask(customerId, 'POST', `widget/${code}/share?${query}`, undefined, headers);
    },
    /** Sends pending mails and returns those to an address. */
    async mailsTo(recipient: string) {
      const { rows } = await world.connection.pool.query<{ id: string; payload: object }>(
        `select jobs.id, payload from graphile_worker._private_jobs as jobs
         join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id where identifier = 'send-sealed-mail'`,
      );
      for (const { id, payload } of rows) {
        await world.run('send-sealed-mail', payload);
        await world.connection.pool.query('select graphile_worker.complete_jobs($1)', [[id]]);
      }
      return db.selectFrom('outbox_mails').selectAll().where('recipient', '=', recipient).execute();
    },
  };
}
type SentPicture = { place: number; isOther?: boolean };
type Book = { pictures?: number[]; title?: string; channel?: string; orderCode?: string };
