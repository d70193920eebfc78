import type { OutgoingEvent } from '@keepsake/contracts';
import type { RawBuilder } from 'kysely';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Webhook } from '../../../platform/post-webhook.ts';

/** Who listens to events, under the name of the service. */
export type Receiver = {
  /** Keys of its signatures, the newest first. */
  secrets: readonly string[];
  /** Null for all. */
  types: readonly OutgoingEvent['type'][] | null;
  channels: readonly string[] | null;
} & (
  | (Webhook & {
      /** Writes what is kept as JSON in another form. */
      encode?(json: string): { body: string; contentType: string };
    })
  /** In this very process; returns a status. */
  | { take(request: { headers: Record<string, string>; body: string }): Promise<number> }
);

/** One try and what came of it. */
export type Tried = {
  eventId: string;
  at: Date;
  milliseconds: number;
  /** Null when there was no answer. */
  status: number | null;
  /** Why there was none. */
  fault: string | null;
  /** How the answer begins. */
  head: Buffer | null;
};

/** The addresses of customers, to whom the same sender posts. */
export type CustomerReceivers = {
  /** In whose name workers send a customer's callbacks; null when the customer gets none. */
  findLane(trx: Queryable, userId: string): Promise<string | null>;
  /** SQL that says whether there is such a name. */
  hasAddressSql(userId: string): RawBuilder<unknown>;
  /** Where and how a customer's callbacks go; a sentence when they go nowhere now. */
  find(userId: string): Promise<Receiver | string>;
  /** Notes a try together with what becomes of its event, which is a statement of its own: both or neither. */
  noteTry(db: Database, userId: string, tried: Tried, eventSql: RawBuilder<unknown>): Promise<void>;
};

export type Deps = Pick<Platform, 'db' | 'clock' | 'log'> & {
  /** For what is asked at each try; `db` unless given. */
  prepared?: Database;
  receivers: Readonly<Record<string, Receiver>>;
  /** Absent: customers have no addresses. */
  customers?: CustomerReceivers;
  /**
   * An event was given up for every receiver, in this transaction. True: it is void and is never sent again; otherwise an
   * operator may do that.
   */
  onGivenUp?(trx: Queryable, event: OutgoingEvent): Promise<boolean>;
};
