import type { NeededBy } from '@keepsake/contracts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { OutgoingEvents } from '../outgoing-events/index.ts';

export type Deps = Pick<Platform, 'db' | 'clock' | 'signer' | 'objects' | 'images'> &
  Pick<
    OutgoingEvents,
    'notifyServices' | 'isAnybodyListening' | 'notifyCustomer' | 'isCustomerListeningSql'
  > & {
    /** For what is read most: each connection parses a statement once. */
    prepared: Database;
    /** For what arrives before it is kept. */
    dataDir: string;
    isKnownChannel(channel: string): boolean;
    isLibraryHidden(userId: string): Promise<boolean>;
    /** How these orders stand against the dates by which the customer needs them, by their codes. */
    judgeNeededDates(userId: string, orders: readonly DatedOrder[]): Promise<Map<string, NeededBy>>;
    /** Told of an order that is sent, and of what happens to it from then on. */
    onSent?(trx: Queryable, order: { userId: string; orderCode: string; channel: string }): Promise<void>;
    /** Keeps the customer's photos for as long as an order of that moment earns, in its transaction. */
    extendStorage(trx: Queryable, userId: string, orderedAt: Date): Promise<unknown>;
  };

/** What is compared with the date by which an order is needed. */
export type DatedOrder = {
  orderCode: string;
  channel: string;
  status: string;
  expected: { from: string; to: string } | null;
  deliveredAt: Date | null;
};
