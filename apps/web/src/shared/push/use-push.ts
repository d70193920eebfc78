import type { PushMessage } from '@keepsake/contracts';
import { createContext, use, useEffect, useEffectEvent } from 'react';
import type { PushClient } from './push-client.ts';

export const PushContext = createContext<PushClient | null>(null);

/** Calls back with every push message of a type while the component is shown. */
export function usePush<Type extends PushMessage['type']>(
  type: Type,
  onMessage: (message: Extract<PushMessage, { type: Type }>) => void,
): void {
  const client = use(PushContext);
  const handle = useEffectEvent((message: PushMessage) => {
    if (message.type === type) onMessage(message as Extract<PushMessage, { type: Type }>);
  });
  useEffect(() => client?.subscribe((message) => handle(message)), [client]);
}
