import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { ID_LENGTH } from '@keepsake/contracts/platform/limits';
import type { PushMessage } from '@keepsake/contracts/push';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from './database/database.ts';
import type { DatabaseListener } from './database/listen.ts';
import { newId } from './ids.ts';

/** A payload is the customer's id, followed by the message. */
const CHANNEL = 'keepsake_push';

/** Ids that one message names; an empty list means more. */
export const MAX_NAMED = 100;

/** Receives the text of a message, ready to send. */
export type Subscriber = (text: string) => void;

export type PushHub = {
  /** Subscribes to a customer's messages; the returned function unsubscribes. */
  subscribe(customerId: CustomerId, subscriber: Subscriber): () => void;
};

type Draft<M> = M extends PushMessage ? Omit<M, 'id' | 'timestamp'> : never;

/** Pushes a message to a customer's sockets on every node once the transaction commits. At most 7 kB of text. */
export async function push(
  db: Queryable,
  customerId: CustomerId,
  draft: Draft<PushMessage>,
  now: Date,
): Promise<void> {
  await sql`select ${pushSql(customerId, draft, now)}`.execute(db);
}

/** The SQL of `push`, for a statement that does more. */
export function pushSql(customerId: CustomerId, draft: Draft<PushMessage>, now: Date): RawBuilder<unknown> {
  return notifySql(sql`${pushText(customerId, draft, now)}`);
}

/** The argument of `notifySql`, for a statement that reads its messages from a table. */
export function pushText(customerId: CustomerId, draft: Draft<PushMessage>, now: Date): string {
  return customerId + JSON.stringify({ id: newId(), timestamp: now.toISOString(), ...draft });
}

export function notifySql(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`pg_notify(${CHANNEL}, ${text})`;
}

/** Forwards the database's notifications to the subscribers on this node. */
export async function createPushHub({ listen }: DatabaseListener): Promise<PushHub> {
  const subscribers = new Map<string, Set<Subscriber>>();
  await listen({ channel: CHANNEL, onMessage: deliver });
  function deliver(payload: string) {
    const message = payload.slice(ID_LENGTH);
    for (const subscriber of subscribers.get(payload.slice(0, ID_LENGTH)) ?? []) subscriber(message);
  }
  function subscribe(customerId: CustomerId, subscriber: Subscriber) {
    const set = subscribers.get(customerId) ?? new Set();
    subscribers.set(customerId, set.add(subscriber));
    return () => {
      set.delete(subscriber);
      if (set.size === 0 && subscribers.get(customerId) === set) subscribers.delete(customerId);
    };
  }
  return { subscribe };
}
