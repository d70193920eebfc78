import type { PushMessage } from '@keepsake/contracts/push';
import { createContext, use, useEffect, useEffectEvent } from 'react';
import { loadUntilThere } from './lazy-part.tsx';

export type PushClient = {
  /** Listens to every valid message until the returned function is called; the channel is open while there are listeners. */
  subscribe: (listener: (message: PushMessage) => void) => () => void;
};

/** A push client that is loaded for its first listener: the first picture waits for none of it. */
export function openWhenUsed(load: () => Promise<PushClient>): PushClient {
  let loading: Promise<PushClient> | undefined;
  return {
    subscribe(listener) {
      let stop: (() => void) | undefined;
      let isOver = false;
      loading ??= loadUntilThere(load);
      void loading.then((client) => {
        if (!isOver) stop = client.subscribe(listener);
      });
      return () => {
        isOver = true;
        stop?.();
      };
    },
  };
}

export const PushContext = createContext<PushClient | null>(null);

/** The kind of a message: its type; archive events have a key instead. */
export type PushKind = Extract<PushMessage, { type: string }>['type'] | 'archive';
type MessageOf<K extends PushKind> = K extends 'archive'
  ? Extract<PushMessage, { key: string }>
  : Extract<PushMessage, { type: K }>;

/**
 * Calls back for every push message of a kind while the component is mounted. Cached answers need no reaction: a message
 * makes the tag of its name stale, or what `app/push-tags.ts` lists.
 */
export function usePush<K extends PushKind>(kind: K, onMessage: (message: MessageOf<K>) => void): void {
  const client = use(PushContext);
  const handle = useEffectEvent((message: PushMessage) => {
    if (kindOf(message) === kind) onMessage(message as MessageOf<K>);
  });
  useEffect(() => client?.subscribe((message) => handle(message)), [client]);
}

export const kindOf = (message: PushMessage): PushKind => ('type' in message ? message.type : 'archive');

/** For a query's `meta.concerns`: of the messages of this kind only those that match, and all others. */
export const onlyIf =
  <K extends PushKind>(kind: K, isMatch: (message: MessageOf<K>, data: unknown) => boolean) =>
  (message: PushMessage, data: unknown): boolean =>
    kindOf(message) !== kind || isMatch(message as MessageOf<K>, data);
