import type { CallbackEvent } from '@keepsake/contracts/callback-events';
import type { OutgoingEvent } from '@keepsake/contracts/outgoing-events';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { RawBuilder } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { NOBODY, newId } from '../../../platform/ids.ts';
import { findLane, hasAddressSql } from './callbacks/receivers.ts';
import type { Deps } from './deps.ts';
import { CUSTOMER, insertEvent, type QueuedEvent } from './store.ts';
import type { Receiver } from './try-sending.ts';

type Context = { type: OutgoingEvent['type']; channel: string };

export type EventQueue = {
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

/** Stores events, each with the job that sends it; a process without the module's tasks can queue, too. */
export function createEventQueue(deps: Pick<Deps, 'clock' | 'receivers'>): EventQueue {
  const listening = ({ type, channel }: Context) =>
    Object.entries(deps.receivers()).filter(([, receiver]) => isListening(receiver, { type, channel }));
  return {
    isAnybodyListening: (context) => listening(context).length > 0,
    async notifyServices(trx, customerId, event) {
      const now = deps.clock();
      const channel = 'channel' in event.data ? event.data.channel : '';
      const services = listening({ type: event.type, channel });
      const queued = services.map(([service]) => ({ id: newId(), service, ...composeEvent(event, now) }));
      for (const each of queued) await insertEvent(trx, { customerId: customerId ?? NOBODY, ...each, now });
      return queued;
    },
    notifyCustomer: (trx, customerId, event) => notifyCustomer(deps, trx, customerId, event),
    isCustomerListeningSql: hasAddressSql,
  };
}

function isListening({ types, channels }: Receiver, { type, channel }: Context): boolean {
  return (types?.includes(type) ?? true) && (channels?.includes(channel) ?? true);
}

export async function notifyCustomer(
  { clock }: Pick<Deps, 'clock'>,
  trx: Queryable,
  customerId: CustomerId,
  event: CallbackEvent,
): Promise<string | null> {
  const lane = await findLane(trx, customerId);
  if (!lane) return null;
  const [id, now] = [newId(), clock()];
  await insertEvent(trx, { customerId, id, service: CUSTOMER, lane, ...composeEvent(event, now), now });
  return id;
}

/** The stored form of an event: small, with ids for further queries. */
export function composeEvent(
  { type, data }: OutgoingEvent | CallbackEvent,
  now: Date,
): { type: string; body: string } {
  return { type, body: JSON.stringify({ type, timestamp: now.toISOString(), data }) };
}
