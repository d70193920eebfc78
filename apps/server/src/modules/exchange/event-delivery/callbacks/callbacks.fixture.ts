import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CallbackEvent } from '@keepsake/contracts/callback-events';
import type { CallbackLine, CallbackSettings } from '@keepsake/contracts/exchange/callbacks';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import pino from 'pino';
import { addBusinessCustomer } from '../../../../testing/customers.ts';
import { startWorld } from '../../../../testing/start-world.ts';
import { createTestDelivery } from '../event-delivery.fixture.ts';
import { createCallbacks, createKeyring } from '../index.ts';

export type Received = { path: string; headers: Record<string, string>; body: string };
type Answer = { status: number; headers?: Record<string, string>; body?: string | Buffer };

/** A customer's own system with preset answers; `never` does not answer at all. */
export async function startReceiver() {
  const received: Received[] = [];
  const answers = new Map<string, Answer | 'never'>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const path = request.url ?? '';
    received.push({ path, headers: request.headers as IncomingHttpHeaders & Record<string, string>, body });
    const answer = answers.get(path) ?? { status: 204 };
    if (answer !== 'never') response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    received,
    answers,
    port,
    url: (path = '/') => `http://127.0.0.1:${port}${path}`,
    cut: () => server.closeAllConnections(),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const ORIGIN = { id: 'a-correlation-id', ip: '203.0.113.7', headers: {} };

type Options = { isLoopbackAllowed?: boolean; proxy?: string | null; hasWorker?: boolean };

/** Callbacks, with the sender they share with all other outgoing events. */
export async function startCallbacks({
  isLoopbackAllowed = true,
  proxy = null,
  hasWorker = false,
}: Options = {}) {
  const blocked = new Set<string>();
  const noted: { customerId: CustomerId; kind: string }[] = [];
  const lines: string[] = [];
  const world = await startWorld({
    hasWorker,
    log: pino({ level: 'info' }, { write: (line) => void lines.push(line) }),
    async modules(parts) {
      const shared = {
        ...parts,
        keys: createKeyring(await parts.secrets.read('callback-keys')),
        publicUrl: 'https://example.com',
        noteEvent: async (_trx: unknown, { customerId, kind }: (typeof noted)[number]) =>
          void noted.push({ customerId, kind }),
        proxy,
        isLoopbackAllowed,
        mayReceiveSql: (customerId: CustomerId) => sql<boolean>`${!blocked.has(customerId)}::boolean`,
        testReceiverUrlOf: () => null,
      };
      return [createTestDelivery(parts, shared), createCallbacks(shared)] as const;
    },
  });
  const [outgoing, callbacks] = world.modules;
  return {
    ...world,
    blocked,
    /** What the owners of accounts are shown. */
    noted,
    /** The security log. */
    lines: () =>
      lines.map((line): { event: string; reason?: string } => JSON.parse(line)).filter(({ event }) => event),
    addBusiness: () => addBusinessCustomer(world.db),
    /** Sets a customer's address, as customers/me does. */
    set: (customerId: CustomerId, callbackUrl: string | null, callbackFormat?: 'json' | 'xml') =>
      world.db
        .transaction()
        .execute((trx) =>
          callbacks.changeChoice(trx, customerId, { callbackUrl, callbackFormat, request: ORIGIN }),
        ),
    notify: (customerId: CustomerId, event: CallbackEvent = statusOf(customerId)) =>
      world.db.transaction().execute((trx) => outgoing.notifyCustomer(trx, customerId, event)),
    settings: async (customerId: CustomerId) =>
      (await world.call<CallbackSettings>(customerId, 'GET', '/customers/callbacks')).body,
    makeKey: async (customerId: CustomerId) =>
      (
        await world.call<{ key: string; olderUntil: string | null }>(
          customerId,
          'PUT',
          '/customers/callbacks/key',
        )
      ).body,
    log: async (customerId: CustomerId) =>
      (await world.call<{ callbacks: CallbackLine[] }>(customerId, 'GET', '/customers/callbacks/log')).body
        .callbacks,
    /** A customer's pending mails, oldest first; those of one subject if it is named. */
    async mailsTo(customerId: CustomerId, subject = '') {
      const { rows } = await sql<{
        payload: { subject: string; text: string };
      }>`select payload from graphile_worker._private_jobs as job
        join graphile_worker._private_tasks as task on task.id = job.task_id
        where task.identifier = 'send-mail' and payload ->> 'to' = ${`${customerId}@example.com`} order by job.id`.execute(
        world.db,
      );
      return rows.filter(({ payload }) => payload.subject.startsWith(subject));
    },
    /** Runs the jobs of all pending events, as if they were due. */
    async work(): Promise<void> {
      const waiting = await world.db
        .selectFrom('outgoing_events')
        .select(['user_id', 'id'])
        .where('state', '=', 'waiting')
        .execute();
      for (const { user_id: customerId, id } of waiting)
        await world.run('send-outgoing-event', { customerId, id });
    },
  };
}

export const statusOf = (customerId: CustomerId): CallbackEvent => ({
  type: 'order.status',
  data: {
    customerId,
    channel: 'pennyfern',
    orderCode: 'K-1',
    status: 'Sent',
    since: '2026-06-15T10:00:00.000Z',
  },
});
