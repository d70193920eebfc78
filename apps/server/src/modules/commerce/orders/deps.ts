import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { OutgoingEvents } from '../outgoing-events/index.ts';

export type Deps = Pick<Platform, 'db' | 'clock' | 'signer' | 'objects' | 'images'> &
  Pick<OutgoingEvents, 'notifyServices' | 'isAnybodyListening'> & {
    /** For what is read most: each connection parses a statement once. */
    prepared: Database;
    /** For what arrives before it is kept. */
    dataDir: string;
    isKnownChannel(channel: string): boolean;
    isLibraryHidden(userId: string): Promise<boolean>;
    /** Keeps the customer's photos for as long as an order of that moment earns, in its transaction. */
    extendStorage(trx: Queryable, userId: string, orderedAt: Date): Promise<unknown>;
  };
