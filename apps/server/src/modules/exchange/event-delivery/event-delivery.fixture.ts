import { sql } from 'kysely';
import type { WorldParts } from '../../../testing/start-world.ts';
import type { Deps } from './deps.ts';
import { createEventDelivery, createKeyring, type EventDelivery } from './index.ts';

/** Event delivery of a world; without further details there are no services, and customers' addresses may be on this machine. */
export const createTestDelivery = (parts: WorldParts, details: Partial<Deps> = {}): EventDelivery =>
  createEventDelivery({
    ...parts,
    prepared: parts.connection.prepared,
    receivers: () => ({}),
    keys: createKeyring('a secret of tests, which is long enough'),
    publicUrl: 'https://example.com',
    proxy: null,
    isLoopbackAllowed: true,
    mayReceiveSql: () => sql<boolean>`true`,
    ...details,
  });
