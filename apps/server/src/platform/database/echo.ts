import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { newId } from '../ids.ts';
import type { Queryable } from './database.ts';

/** Sends a message to all who listen on a channel. */
export type Notify = (channel: string, payload: string) => Promise<unknown>;

/** Sends it through a node's usual connections. */
export const notifyThrough =
  (db: Queryable): Notify =>
  (channel, payload) =>
    sql`select pg_notify(${channel}, ${payload})`.execute(db);

/**
 * Messages that a node sends to itself by the way of all news: from the connections of its statements to the one that listens. A
 * pooler that lends connections for a transaction accepts LISTEN and delivers nothing, and so does a connection cut half-open.
 */
export function createEcho(notify: Notify) {
  const channel = `keepsake_echo_${newId()}`;
  const waiting = new Map<string, () => void>();
  return {
    /** The channel to listen on. */
    channel,
    /** Called with what arrives on it. */
    receive: (payload: string) => waiting.get(payload)?.(),
    /** Whether a message comes back within a limit. Throws if it cannot be sent. */
    async isReturned(limitMs: number): Promise<boolean> {
      const id = newId();
      const arrival = Promise.withResolvers<true>();
      waiting.set(id, () => arrival.resolve(true));
      try {
        await notify(channel, id);
        return await Promise.race([arrival.promise, pause(limitMs, false as const, { ref: false })]);
      } finally {
        waiting.delete(id);
      }
    },
  };
}
