import { once } from 'node:events';
import { createCustomerAt } from '../../../e2e/customers.ts';

export type Customer = Awaited<ReturnType<typeof registerCustomer>>;

/** A new customer, registered and signed in through the forms. */
export async function registerCustomer(url: string) {
  const { authorization, customerId } = await createCustomerAt(url);
  return {
    customerId,
    authorization,
    /** Makes a call; the path is relative to `/api`. */
    call: (path: string, { headers, ...init }: RequestInit = {}) =>
      fetch(`${url}/api${path}`, { ...init, headers: { authorization, ...headers } }),
    /** Reads something; the path is relative to `/api`. */
    read: (path: string) => fetch(`${url}/api${path}`, { headers: { authorization } }),
  };
}

/** A customer's screen at a node: what is pushed to it, and the code with which it is closed. */
export async function openPushSocket(url: string, authorization: string) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/push/socket`);
  const received: string[] = [];
  let code: number | null = null;
  socket.addEventListener('message', ({ data }) => received.push(String(data)));
  socket.addEventListener('close', (event) => {
    code = event.code;
  });
  await once(socket, 'open');
  const answered = once(socket, 'message');
  socket.send(JSON.stringify({ action: 'authenticate', token: authorization.replace('Bearer ', '') }));
  await answered;
  return { received, closedWith: () => code, close: () => socket.close() };
}

/** Ends all sessions of a customer at a node. */
export async function endSessions(url: string, { customerId, authorization }: Customer): Promise<void> {
  const sessions = `${url}/api/identity/v2/identities/consumer/${customerId}/sessions`;
  const headers = { authorization };
  const listed = (await (await fetch(sessions, { headers })).json()) as { sessions: { id: string }[] };
  for (const { id } of listed.sessions) await fetch(`${sessions}/${id}`, { method: 'DELETE', headers });
}

/** How many albums a customer has. */
export async function countAlbums(mia: Customer): Promise<number> {
  const answer = await mia.read('/photo-management/users/counts');
  return ((await answer.json()) as { albumsCount: number }).albumsCount;
}
