import type { OutgoingEvent } from '@keepsake/contracts/exchange/outgoing-events';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { RawBuilder } from 'kysely';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Webhook } from '../../../platform/post-webhook.ts';

/** A receiver of events; its service is the key. */
export type Receiver = {
  /** Keys of its signatures, newest first. */
  secrets: readonly string[];
  /** Null for all. */
  types: readonly OutgoingEvent['type'][] | null;
  channels: readonly string[] | null;
} & (
  | (Webhook & {
      /** Converts the stored JSON to another format. */
      encode?(json: string): { body: string; contentType: string };
    })
  /** Within this process; returns a status. */
  | { take(request: { headers: Record<string, string>; body: string }): Promise<number> }
);

/** An attempt and its result. */
export type Tried = {
  eventId: string;
  at: Date;
  milliseconds: number;
  /** Null if there was no answer. */
  status: number | null;
  /** Why there was none. */
  fault: string | null;
  /** The beginning of the answer. */
  head: Buffer | null;
};

/** Customers' addresses, to which the same sender posts. */
export type CustomerReceivers = {
  /** The lane in which workers send a customer's callbacks; null if the customer gets none. */
  findLane(trx: Queryable, customerId: CustomerId): Promise<string | null>;
  /** SQL telling whether there is an address. */
  hasAddressSql(customerId: CustomerId): RawBuilder<unknown>;
  /** Where and how a customer's callbacks go; a sentence if they go nowhere now. */
  find(customerId: CustomerId): Promise<Receiver | string>;
  /** Records an attempt together with the outcome of its event, which is a separate statement: both or neither. */
  noteTry(db: Database, customerId: CustomerId, tried: Tried, eventSql: RawBuilder<unknown>): Promise<void>;
};

export type Deps = Pick<Platform, 'db' | 'clock' | 'log'> & {
  /** For the queries of each attempt; defaults to `db`. */
  prepared?: Database;
  receivers: Readonly<Record<string, Receiver>>;
  /** If absent, customers have no addresses. */
  customers?: CustomerReceivers;
  onGivenUp?: GiveUp;
};

/**
 * Called in the transaction in which an event is given up for all receivers. True makes it void, never to be sent again;
 * otherwise an operator may resend it.
 */
export type GiveUp = (trx: Queryable, event: OutgoingEvent) => Promise<boolean>;
