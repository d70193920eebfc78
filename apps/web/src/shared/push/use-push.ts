import type { PushMessage } from '@keepsake/contracts';
import { createContext, use, useEffect, useEffectEvent } from 'react';
import type { PushClient } from './push-client.ts';

export const PushContext = createContext<PushClient | null>(null);

/** What tells messages apart: their type, of archive events their key. */
type Kind = Extract<PushMessage, { type: string }>['type'] | 'archive';
type MessageOf<K extends Kind> = K extends 'archive'
  ? Extract<PushMessage, { key: string }>
  : Extract<PushMessage, { type: K }>;

/** Calls back with every push message of a kind while the component is shown. */
export function usePush<K extends Kind>(kind: K, onMessage: (message: MessageOf<K>) => void): void {
  const client = use(PushContext);
  const handle = useEffectEvent((message: PushMessage) => {
    if (kindOf(message) === kind) onMessage(message as MessageOf<K>);
  });
  useEffect(() => client?.subscribe((message) => handle(message)), [client]);
}

const kindOf = (message: PushMessage): Kind => ('type' in message ? message.type : 'archive');
