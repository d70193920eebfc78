import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { PUSH_OK, PUSH_SOCKET_PATH } from '@keepsake/contracts/push';
import { WebSocket } from 'ws';

type Options = {
  address: string;
  customers: readonly CustomerId[];
  tokenFor: (customerId: CustomerId) => Promise<string>;
  onMessage: (customerId: CustomerId, text: string) => void;
};

/** Number of sockets opened concurrently. */
const CONCURRENCY = 50;

/** One authenticated socket per customer, each with its own client address, as behind a proxy. */
export async function openSockets({ address, customers, tokenFor, onMessage }: Options) {
  const url = address.replace('http', 'ws') + SERVICE_PATHS.push + PUSH_SOCKET_PATH;
  const sockets: WebSocket[] = [];
  async function open(customerId: CustomerId, at: number) {
    const token = await tokenFor(customerId);
    const from = `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`;
    const socket = new WebSocket(url, { headers: { 'x-forwarded-for': from } });
    sockets.push(socket);
    const ready = Promise.withResolvers<void>();
    socket.on('open', () => socket.send(JSON.stringify({ action: 'authenticate', token })));
    socket.on('error', ready.reject);
    socket.on('message', (data) => {
      const text = String(data);
      if (text === PUSH_OK) ready.resolve();
      else onMessage(customerId, text);
    });
    await ready.promise;
  }
  for (let from = 0; from < customers.length; from += CONCURRENCY) {
    await Promise.all(customers.slice(from, from + CONCURRENCY).map((id, at) => open(id, from + at)));
  }
  return {
    close() {
      for (const socket of sockets) socket.terminate();
    },
  };
}
