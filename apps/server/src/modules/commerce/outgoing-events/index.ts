import type { CallbackEvent, OutgoingEvent } from '@keepsake/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { Module } from '../../../platform/module.ts';
import type { Deps, Receiver } from './deps.ts';
import { FORGET_CRON, forgetTask, sendEventTask } from './jobs.ts';
import { eventData } from './personal-data.ts';
import { CUSTOMER, insertEvent, NOBODY } from './store.ts';

export type { CustomerReceivers, Receiver, Tried } from './deps.ts';
export { signatureHeaders } from './sign.ts';
export {
  CUSTOMER,
  countEvents,
  insertEvent,
  laneOf,
  listUnsent,
  NOBODY,
  retryCustomerEvents,
  retryEvents,
  SLOW_MS,
} from './store.ts';

type About = { type: OutgoingEvent['type']; channel: string };

export type OutgoingEvents = Module & {
  /**
   * Says something to every service that listens to it, once the transaction commits, and until each has taken it. Returns
   * how many do.
   */
  notifyServices(trx: Queryable, userId: string | null, event: OutgoingEvent): Promise<number>;
  /** Whether any service listens: what nobody would answer is not asked. */
  isAnybodyListening(about: About): boolean;
  /**
   * Tells a customer at the address that they set for it, by the same tries; nothing when there is none. Returns the id of
   * what is sent.
   */
  notifyCustomer(trx: Queryable, userId: string, event: CallbackEvent): Promise<string | null>;
  /** SQL that says whether a customer has such an address, for a statement that reads more: few have one. */
  isCustomerListeningSql(userId: string): RawBuilder<unknown>;
};

/** What we say to shops, production and customers' own systems: one table and one sender for all of it. */
export function createOutgoingEvents(deps: Deps): OutgoingEvents {
  const listening = ({ type, channel }: About) =>
    Object.entries(deps.receivers).filter(([, receiver]) => isListening(receiver, { type, channel }));
  return {
    tasks: [sendEventTask(deps), forgetTask(deps)],
    crons: [FORGET_CRON],
    personalData: eventData(deps),
    isAnybodyListening: (about) => listening(about).length > 0,
    async notifyServices(trx, userId, event) {
      const now = deps.clock();
      const channel = 'channel' in event.data ? event.data.channel : '';
      const services = listening({ type: event.type, channel });
      for (const [service] of services) {
        await insertEvent(trx, {
          userId: userId ?? NOBODY,
          id: newId(),
          service,
          ...composeEvent(event, now),
          now,
        });
      }
      return services.length;
    },
    async notifyCustomer(trx, userId, event) {
      const lane = await deps.customers?.findLane(trx, userId);
      if (!lane) return null;
      const [id, now] = [newId(), deps.clock()];
      await insertEvent(trx, { userId, id, service: CUSTOMER, lane, ...composeEvent(event, now), now });
      return id;
    },
    isCustomerListeningSql: (userId) => deps.customers?.hasAddressSql(userId) ?? sql`false`,
  };
}

function isListening({ types, channels }: Receiver, { type, channel }: About): boolean {
  return (types?.includes(type) ?? true) && (channels?.includes(channel) ?? true);
}

/** As it is kept: thin, with ids to ask by. */
export function composeEvent(
  { type, data }: OutgoingEvent | CallbackEvent,
  now: Date,
): { type: string; body: string } {
  return { type, body: JSON.stringify({ type, timestamp: now.toISOString(), data }) };
}
