import { randomUUID } from 'node:crypto';
import type { NeededBy } from '@keepsake/contracts/orders/needed-by';
import type { OrderEvent } from '@keepsake/contracts/orders/order-events';
import { IDEMPOTENCY_HEADER } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { ProblemBody } from '@keepsake/contracts/platform/problem';
import { sql } from 'kysely';
import { addCustomer } from '../../../testing/customers.ts';
import { startWorld } from '../../../testing/start-world.ts';
import { createMerchandise } from '../../exchange/merchandise/index.ts';
import { DEMO_MERCHANDISE } from '../../exchange/merchandise/merchandise.fixture.ts';
import { createSentFiles } from '../../exchange/sent-files/index.ts';
import { createLoneOrders } from '../../orders/orders/lone-orders.fixture.ts';
import { createProjects } from '../projects/index.ts';
import { createNeededBy } from './index.ts';

type AnyBody = Required<ProblemBody> & {
  neededBy: NeededBy | null;
  items: { id: string; neededBy: NeededBy | null; reference: string; news: string }[];
  orders: { orderCode: string; neededBy: NeededBy | null }[];
  projectId: string;
};
type Set = { date: string | null; occasion?: string; basedOn?: string | null };

const TOKEN = 'the-token-of-the-shop-0123456789abcdef';
/** A Monday. */
export const START = new Date('2026-06-15T10:00:00Z');

/** Orders, projects and merchandise with the dates by which customers need them. */
export async function startNeededBy() {
  const world = await startWorld({
    now: START,
    serviceTokens: { shop: TOKEN },
    async modules(parts) {
      const merchandise = await createMerchandise({ ...parts, file: DEMO_MERCHANDISE });
      const neededBy = createNeededBy({ ...parts, ...merchandise, publicUrl: 'http://account.example' });
      const isLibraryHidden = async () => false;
      const orders = createLoneOrders(parts, {
        judgeNeededDates: neededBy.judgeOrders,
        isLibraryHidden,
      });
      const projects = createProjects({
        ...parts,
        sentFiles: createSentFiles(parts),
        prepared: parts.connection.prepared,
        judgeNeededDate: neededBy.judgeProject,
        endNeededDate: neededBy.endProject,
        notifyServices: async () => [],
        isLibraryHidden,
      });
      return [neededBy, orders, projects, merchandise];
    },
  });
  async function send(method: string, path: string, body?: object): Promise<AnyBody> {
    const headers = {
      authorization: `Bearer ${TOKEN}`,
      ...(body && { 'content-type': 'application/json', [IDEMPOTENCY_HEADER]: randomUUID() }),
    };
    const init = { method, headers, body: body && JSON.stringify(body) };
    const answer = await fetch(`${world.address}/api${path}`, init);
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
    const text = await answer.text();
    return JSON.parse(text || '{}');
  }
  const call = (customerId: CustomerId, method: string, path: string, body?: object) =>
    world.call<AnyBody>(customerId, method, path, body);
  return {
    ...world,
    call,
    addCustomer: (channel = 'pennyfern') => addCustomer(world.db, { channel }),
    /** A customer's prints, as their editor saved them. */
    async addProject(customerId: CustomerId, changes: object = {}) {
      const projectCode = `P-${randomUUID().slice(0, 8)}`;
      const project = {
        customerId,
        channel: 'pennyfern',
        version: 1,
        title: 'Summer in Kent',
        article: 'PAP_910',
        continueUrl: '/demo-shop',
        ...changes,
      };
      const { projectId } = await send('PUT', `/projects/projects/${projectCode}`, project);
      return { projectId, projectCode };
    },
    endProject: (customerId: CustomerId, projectCode: string, orderCode?: string) =>
      send(
        'DELETE',
        `/projects/projects/${projectCode}?${new URLSearchParams({ customerId, ...(orderCode && { orderCode }) })}`,
      ),
    /** An order promised for these days. */
    async addOrder(customerId: CustomerId, from: string | null, to = from) {
      const orderCode = `K-${randomUUID().slice(0, 8)}`;
      await send('POST', '/orders/orders', {
        orderCode,
        customerId,
        channel: 'pennyfern',
        currency: 'GBP',
        total: 475,
        status: 'paymentSuccess',
        createdAt: '2026-06-15T09:59:00Z',
        ...(from && { deliveryPromise: { from, to } }),
        products: [{ code: 'PAP_910', quantity: 25, price: 475, status: 'paymentSuccess', photoIds: [] }],
      });
      return orderCode;
    },
    report: (orderCode: string, event: Pick<OrderEvent, 'type' | 'data'>) =>
      send('POST', '/orders/order-events', {
        events: [{ id: randomUUID(), orderCode, happenedAt: world.clock.now.toISOString(), ...event }],
      }),
    setOrder: (customerId: CustomerId, orderCode: string, { basedOn = null, ...body }: Set) =>
      call(customerId, 'PUT', `/orders/v1/superorders/${orderCode}/needed-by`, { ...body, basedOn }),
    setProject: (customerId: CustomerId, projectId: string, { basedOn = null, ...body }: Set) =>
      call(customerId, 'PUT', `/projects/api/v2/project/${projectId}/needed-by`, { ...body, basedOn }),
    readProject: async (customerId: CustomerId) =>
      (await call(customerId, 'GET', `/projects/api/v2/projects/${customerId}`)).body.items[0]?.neededBy,
    readOrder: async (customerId: CustomerId) =>
      (await call(customerId, 'GET', '/orders/v2/superorders/me')).body.orders[0]?.neededBy,
    readNews: async (customerId: CustomerId) =>
      (await call(customerId, 'GET', '/orders/needed-by/news/me')).body.items,
    /** Runs the job that checks all dates at a moment, twice, as two nodes would. */
    async check(at: string) {
      world.clock.now = new Date(at);
      await Promise.all([world.run('check-needed-dates'), world.run('check-needed-dates')]);
    },
    /** The mails to a customer so far, oldest first. */
    async mailsTo(customerId: CustomerId): Promise<{ subject: string; text: string }[]> {
      const { rows } = await sql<{
        payload: { to: string; subject: string; text: string };
      }>`
        select payload from graphile_worker._private_jobs as job
        join graphile_worker._private_tasks as task on task.id = job.task_id
        where task.identifier = 'send-mail' and payload ->> 'to' = ${`${customerId}@example.com`}
        order by job.id`.execute(world.db);
      return rows.map(({ payload: { subject, text } }) => ({ subject, text }));
    },
  };
}
