import type { CallbackEvent } from '@keepsake/contracts/exchange/callbacks';
import type { OutgoingEvent } from '@keepsake/contracts/exchange/outgoing-events';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { NOBODY, newId } from '../../../platform/ids.ts';
import type { Module } from '../../../platform/module.ts';
import type { Deps, Receiver } from './deps.ts';
import { CHECK_CRON, checkEventsTask, FORGET_CRON, forgetTask, sendEventTask } from './jobs.ts';
import { eventData, TABLES } from './personal-data.ts';
import { eventRecovery } from './recover-events.ts';
import { CUSTOMER, insertEvent, type QueuedEvent } from './store.ts';

export type { CustomerReceivers, GiveUp, Receiver, Tried } from './deps.ts';
export { addFailedEvents } from './recover-events.ts';
export {
  CUSTOMER,
  countEvents,
  insertEvent,
  laneOf,
  listUnsent,
  retryCustomerEvents,
  retryEvents,
  SLOW_MS,
} from './store.ts';
export { signatureHeaders } from './try-sending.ts';

type Context = { type: OutgoingEvent['type']; channel: string };

export type OutgoingEvents = Module & {
  /**
   * Sends an event to every service that listens to it, once the transaction commits, and until each has accepted it. Returns what
   * was stored for each.
   */
  notifyServices(
    trx: Queryable,
    customerId: CustomerId | null,
    event: OutgoingEvent,
  ): Promise<readonly QueuedEvent[]>;
  /** Whether any service listens: requests that nobody would answer are not made. */
  isAnybodyListening(context: Context): boolean;
  /**
   * Sends an event to the customer's own address, by the same attempts; nothing if there is none. Returns the id of the event.
   */
  notifyCustomer(trx: Queryable, customerId: CustomerId, event: CallbackEvent): Promise<string | null>;
  /** SQL telling whether a customer has such an address, for use in a larger statement: few have one. */
  isCustomerListeningSql(customerId: CustomerId): RawBuilder<unknown>;
};

/** Events for shops, production and customers' own systems: one table and one sender for all of them. */
export function createOutgoingEvents(deps: Deps): OutgoingEvents {
  const listening = ({ type, channel }: Context) =>
    Object.entries(deps.receivers).filter(([, receiver]) => isListening(receiver, { type, channel }));
  return {
    tasks: [sendEventTask(deps), checkEventsTask(deps), forgetTask(deps)],
    crons: [FORGET_CRON, CHECK_CRON],
    recoveries: [eventRecovery(deps)],
    tables: TABLES,
    personalData: eventData(deps),
    isAnybodyListening: (context) => listening(context).length > 0,
    async notifyServices(trx, customerId, event) {
      const now = deps.clock();
      const channel = 'channel' in event.data ? event.data.channel : '';
      const services = listening({ type: event.type, channel });
      const queued = services.map(([service]) => ({ id: newId(), service, ...composeEvent(event, now) }));
      for (const each of queued) await insertEvent(trx, { customerId: customerId ?? NOBODY, ...each, now });
      return queued;
    },
    async notifyCustomer(trx, customerId, event) {
      const lane = await deps.customers?.findLane(trx, customerId);
      if (!lane) return null;
      const [id, now] = [newId(), deps.clock()];
      await insertEvent(trx, { customerId, id, service: CUSTOMER, lane, ...composeEvent(event, now), now });
      return id;
    },
    isCustomerListeningSql: (customerId) => deps.customers?.hasAddressSql(customerId) ?? sql`false`,
  };
}

function isListening({ types, channels }: Receiver, { type, channel }: Context): boolean {
  return (types?.includes(type) ?? true) && (channels?.includes(channel) ?? true);
}

/** The stored form of an event: small, with ids for further queries. */
export function composeEvent(
  { type, data }: OutgoingEvent | CallbackEvent,
  now: Date,
): { type: string; body: string } {
  return { type, body: JSON.stringify({ type, timestamp: now.toISOString(), data }) };
}
