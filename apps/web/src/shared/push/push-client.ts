import { PUSH_LIFETIME_MS, PUSH_OK, type PushMessage, pushMessage } from '@keepsake/contracts';
import { retryDelay } from '../retry/retry-delay.ts';

type Socket = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;
type Listener = (message: PushMessage) => void;

export type PushDeps = {
  open: () => Socket;
  accessToken: () => Promise<string | null>;
  onToken: (listener: (token: string) => void) => () => void;
  isPageVisible: () => boolean;
  random: () => number;
};

/** A push message, or null for 'OK' and for anything that is not valid [PSH-04, PSH-05]. */
function parsePush(frame: unknown): PushMessage | null {
  if (typeof frame !== 'string' || frame === PUSH_OK) return null;
  try {
    return pushMessage.safeParse(JSON.parse(frame)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * The push channel of a page: authenticates on open and with every new token [PSH-01], closes after 30 minutes
 * [PSH-06] and opens anew while the page is seen. Closed by the network it comes back with growing pauses.
 */
export function createPushClient(deps: PushDeps) {
  const listeners = new Set<Listener>();
  let socket: Socket | null = null;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;

  let isOpen = false;

  function authenticate(token: string): void {
    if (isOpen) socket?.send(JSON.stringify({ action: 'authenticate', token }));
  }

  function connect(): void {
    clearTimeout(retry);
    if (socket || listeners.size === 0 || !deps.isPageVisible()) return;
    const opened = deps.open();
    socket = opened;
    const lifetime = setTimeout(() => opened.close(), PUSH_LIFETIME_MS);
    opened.onopen = async () => {
      if (socket === opened) isOpen = true;
      const token = await deps.accessToken();
      if (token && socket === opened) authenticate(token);
    };
    opened.onmessage = (event) => {
      failures = 0;
      const message = parsePush(event.data);
      if (message) for (const listener of listeners) listener(message);
    };
    opened.onclose = () => {
      clearTimeout(lifetime);
      if (socket !== opened) return;
      socket = null;
      isOpen = false;
      retry = setTimeout(connect, retryDelay(failures++, deps.random));
    };
  }

  deps.onToken(authenticate);
  return {
    /** Opens the channel if it should be open: call it when the page is seen again or the network is back. */
    wake: connect,
    /** Listens to every valid message; the channel is open while anybody listens. */
    subscribe(listener: Listener): () => void {
      listeners.add(listener);
      connect();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearTimeout(retry);
        const last = socket;
        socket = null;
        isOpen = false;
        last?.close();
      };
    },
  };
}

export type PushClient = ReturnType<typeof createPushClient>;
