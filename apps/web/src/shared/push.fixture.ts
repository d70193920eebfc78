import type { PushMessage } from '@keepsake/contracts/push';
import type { PushClient } from './push.ts';
import { createSignal } from './signal.ts';

const envelope = { id: '0190a5a5-0000-7000-8000-000000000001', timestamp: '2026-01-01T00:00:00Z' };

type Typed = Extract<PushMessage, { type: string }>;
type Kind = Typed['type'];

/** A push client with which a test says what the server sends. */
export function fakePush() {
  const { subscribe, announce: send, count } = createSignal<PushMessage>();
  const client: PushClient = { subscribe };
  return {
    ...client,
    /** Sends a message as it is. */
    send,
    say<K extends Kind>(type: K, data: Extract<Typed, { type: K }>['data']) {
      send({ ...envelope, type, data } as PushMessage);
    },
    countListeners: count,
  };
}
