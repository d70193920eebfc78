import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { PUSH_OK, type PushMessage } from '@keepsake/contracts/push';
import { WebSocket } from 'ws';
import type { Installation } from '../../../testing/start-installation.ts';

type Kind = Extract<PushMessage, { type: string }>['type'];

/** A customer's socket that keeps the messages of one kind. */
export async function listenToPushes<K extends Kind>(
  installation: Installation,
  customerId: CustomerId,
  kind: K,
) {
  type Message = Extract<PushMessage, { type: K }>;
  const received: Message[] = [];
  const waiting: { count: number; resolve: (messages: Message[]) => void }[] = [];
  // Before the socket exists: it might open while the token is awaited, and messages would be lost.
  const token = await installation.tokenFor(customerId);
  const address = installation.nodes[0]?.address.replace('http', 'ws');
  const socket = new WebSocket(`${address}/api/push/socket`);
  const isReady = Promise.withResolvers<void>();
  socket.on('open', () => socket.send(JSON.stringify({ action: 'authenticate', token })));
  socket.on('message', (data) => {
    if (String(data) === PUSH_OK) return isReady.resolve();
    const message = JSON.parse(String(data)) as Message;
    if (message.type === kind) received.push(message);
    for (const one of waiting) if (received.length >= one.count) one.resolve([...received]);
  });
  await isReady.promise;
  return {
    /** All received messages, once there are that many. */
    next(count: number): Promise<Message[]> {
      const { promise, resolve } = Promise.withResolvers<Message[]>();
      if (received.length >= count) resolve([...received]);
      else waiting.push({ count, resolve });
      return promise;
    },
    async close() {
      socket.terminate();
    },
  };
}
