import { sql } from 'kysely';
import type { WorldParts } from '../../../testing/start-world.ts';
import { createSentFiles } from '../../exchange/sent-files/index.ts';
import { createOrders } from './index.ts';

type OrderDeps = Parameters<typeof createOrders>[0];

/** The orders module for tests about another one: storage, dates and receivers are absent unless given. */
export const createLoneOrders = (parts: WorldParts, existing: Partial<OrderDeps> = {}) =>
  createOrders({
    ...parts,
    sentFiles: createSentFiles(parts),
    prepared: parts.connection.prepared,
    articlesOf: () => [],
    judgeNeededDates: async () => new Map(),
    isOnlineProductSql: () => sql`false`,
    isLibraryHidden: async () => false,
    extendStorage: async () => undefined,
    notifyServices: async () => [],
    isAnybodyListening: () => false,
    notifyCustomer: async () => null,
    isCustomerListeningSql: () => sql`false`,
    ...existing,
  });
