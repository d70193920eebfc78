import { randomUUID } from 'node:crypto';
import type { Superorder } from '@keepsake/contracts/orders/order-queries';
import type { OutgoingEvent } from '@keepsake/contracts/outgoing-events';
import { SERVICE_SCOPES } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { ProblemBody } from '@keepsake/contracts/platform/problem';
import { sql } from 'kysely';
import { createServiceVerifier } from '../../../platform/auth.ts';
import { addCustomer as addCustomerRow } from '../../../testing/customers.ts';
import { addPhotoRow } from '../../../testing/photos.ts';
import { startWorld } from '../../../testing/start-world.ts';
import { createNeededBy } from '../../creations/needed-by/index.ts';
import { createOnlineProducts, isOnlineProductSql } from '../../creations/online-products/index.ts';
import { createPrintOrders } from '../../creations/print-orders/index.ts';
import { createProjects } from '../../creations/projects/index.ts';
import { createTestDelivery } from '../../exchange/event-delivery/event-delivery.fixture.ts';
import { createMerchandise } from '../../exchange/merchandise/index.ts';
import { DEMO_MERCHANDISE } from '../../exchange/merchandise/merchandise.fixture.ts';
import { createSentFiles } from '../../exchange/sent-files/index.ts';
import { borrowThumbnail, createPresentPhotos, findPhotoIds } from '../../library/photos/index.ts';
import { createInvoices } from '../../orders/invoices/index.ts';
import { createOrders } from '../../orders/orders/index.ts';
import { createVouchers } from '../../orders/vouchers/index.ts';
import { createDemoShop, DEMO_SHOP_SERVICE } from './index.ts';

type AnyBody = Required<ProblemBody> &
  Superorder & { tempSelectionId: string; products: { code: string; price: number }[] };
type Requested = { channel?: string; photos?: number };
type Job = { id: string; task: string; payload: object };

export const SHOP = 'the-token-of-the-shop-0123456789abcdef';
export const CREDENTIAL = 'the-token-of-the-demo-shop-0123456789';
export const NOW = new Date('2026-06-15T10:00:00Z');
/** Duration of an order's whole life. */
export const SECONDS = 1_000;

/** Selections, orders, outgoing events and the demo shop, whose jobs `work` runs as time passes. */
export async function startShop() {
  const extended: string[] = [];
  const all = { tokens: [CREDENTIAL], scopes: [...SERVICE_SCOPES], channels: null };
  const world = await startWorld({
    now: NOW,
    serviceTokens: { shop: SHOP, [DEMO_SHOP_SERVICE]: CREDENTIAL },
    async modules(parts) {
      const printOrders = createPrintOrders(parts);
      const vouchers = createVouchers(parts);
      const merchandise = await createMerchandise({ ...parts, file: DEMO_MERCHANDISE });
      const neededBy = createNeededBy({ ...parts, ...merchandise, publicUrl: 'http://shop.example' });
      const demoShop = createDemoShop({
        ...parts,
        seconds: SECONDS,
        credential: CREDENTIAL,
        intakeRoutes: () =>
          [orders, projects, onlineProducts, vouchers, invoices].flatMap(({ routes }) => routes ?? []),
        verifyService: createServiceVerifier({ [DEMO_SHOP_SERVICE]: all }),
        openSelection: printOrders.openSelection,
        findVoucher: vouchers.find,
        articlesOf: merchandise.articlesOf,
        nameOf: async () => 'Mia Holm',
        borrowThumbnail: (place) => borrowThumbnail(parts, place),
        presentPhotos: createPresentPhotos(parts),
        findPhotoIds: (customerId, photoIds) => findPhotoIds(parts.db, customerId, photoIds),
      });
      const receivers = () => ({ [DEMO_SHOP_SERVICE]: demoShop.receiver });
      const eventDelivery = createTestDelivery(parts, { receivers });
      const orders = createOrders({
        ...parts,
        sentFiles: createSentFiles(parts),
        articlesOf: merchandise.articlesOf,
        judgeNeededDates: neededBy.judgeOrders,
        isOnlineProductSql,
        ...eventDelivery,
        prepared: parts.connection.prepared,
        extendStorage: async (_trx, customerId) => void extended.push(customerId),
        isLibraryHidden: async () => false,
      });
      const projects = createProjects({
        ...parts,
        sentFiles: createSentFiles(parts),
        prepared: parts.connection.prepared,
        judgeNeededDate: neededBy.judgeProject,
        endNeededDate: neededBy.endProject,
        ...eventDelivery,
        isLibraryHidden: async () => false,
      });
      const onlineProducts = createOnlineProducts({
        ...parts,
        sentFiles: createSentFiles(parts),
        endWidget: async () => undefined,
        onPagesChanged: async () => undefined,
      });
      const invoices = createInvoices({
        ...parts,
        sentFiles: createSentFiles(parts),
        ...eventDelivery,
        isIssuing: () => false,
        isVatIdProven: async () => false,
      });
      return [
        printOrders,
        orders,
        demoShop,
        eventDelivery,
        vouchers,
        merchandise,
        projects,
        onlineProducts,
        neededBy,
        invoices,
      ];
    },
  });
  const call = (
    customerId: CustomerId,
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ) => world.call<AnyBody>(customerId, method, path, body, headers);
  const place = (customerId: CustomerId, body: object, headers?: Record<string, string>) =>
    call(customerId, 'POST', '/orders/demo-shop/orders', body, headers);

  /** Jobs due until then, earliest first. */
  async function listDue(until: Date): Promise<Job[]> {
    const { rows } = await sql<Job>`
      select job.id, task.identifier as task, job.payload from graphile_worker._private_jobs as job
      join graphile_worker._private_tasks as task on task.id = job.task_id
      where task.identifier in ('place-demo-order', 'report-demo-event', 'answer-demo-shop', 'send-outgoing-event')
        and (job.run_at <= ${until} or task.identifier = 'send-outgoing-event')
      order by job.run_at, job.id`.execute(world.db);
    return rows;
  }
  /** Moves the clock to this many seconds after the start and runs the jobs due until then; `twice` runs each job two times. */
  async function work(seconds: number, { twice = false } = {}): Promise<void> {
    const until = new Date(NOW.getTime() + 1_000 * seconds);
    world.clock.now = until;
    for (let due = await listDue(until); due.length > 0; due = await listDue(until)) {
      for (const { id, task, payload } of due) {
        for (let times = twice ? 2 : 1; times > 0; times--) await world.run(task, payload);
        await sql`delete from graphile_worker._private_jobs where id = ${id}`.execute(world.db);
      }
    }
  }
  return {
    ...world,
    call,
    place,
    work,
    listDue,
    /** Customers whose storage an order extended. */
    extended,
    /** A customer with a selection of photos. */
    async addCustomer({ channel = 'kiekhof', photos = 1 }: Requested = {}) {
      const customerId = await addCustomerRow(world.db, { channel });
      const photoIds: string[] = [];
      // One after the other: a large selection would take all connections.
      while (photoIds.length < photos) photoIds.push((await addPhotoRow(world, customerId)).photoId);
      const { body } = await call(customerId, 'POST', '/temp-selections/temp-selections', { photoIds });
      return { customerId, photoIds, tempSelectionId: body.tempSelectionId };
    },
    /** Orders frames for a customer without photos; returns the order's code. */
    async orderFrames(customerId: CustomerId, more: object = {}): Promise<string> {
      const frames = { channel: 'kiekhof', productCode: 'FRA_910', quantity: 2, ...more };
      return (await place(customerId, frames, { 'idempotency-key': randomUUID() })).body.orderCode;
    },
    async view(customerId: CustomerId, orderCode: string): Promise<Superorder> {
      return (await call(customerId, 'GET', `/orders/v1/superorders/${orderCode}`)).body;
    },
    /** Sends an event to the demo shop as to any service. */
    notify: (customerId: CustomerId, event: OutgoingEvent) =>
      world.db.transaction().execute((trx) => world.modules[3].notifyServices(trx, customerId, event)),
  };
}
