import {
  PUSH_LIFETIME_MS,
  PUSH_OK,
  PUSH_SOCKET_PATH,
  PUSH_UNAUTHENTICATED,
  type PushMessage,
  pushMessage,
} from '@keepsake/contracts/push';
import { retryDelay } from './api/retry.ts';
import { parseJson } from './json.ts';
import type { PushClient } from './push.ts';
import type { RenewalOutcome, Session } from './session.ts';
import { createSignal } from './signal.ts';

type Socket = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;

type PushDeps = Pick<Session, 'accessToken' | 'onToken'> & {
  open: () => Socket;
  /** Called when the server rejects the channel's token; `isAgain` if none was accepted since the last rejection. */
  onRefused: (isAgain: boolean) => void;
  isPageVisible: () => boolean;
  /** Tests pass it. */
  random?: () => number;
};

/** Parses a push message; null for 'OK' and for anything invalid [PSH-04, PSH-05]. */
function parsePush(frame: unknown): PushMessage | null {
  if (typeof frame !== 'string' || frame === PUSH_OK) return null;
  return pushMessage.safeParse(parseJson(frame)).data ?? null;
}

type Handlers = {
  /** Called with each message; null for 'OK' and for anything invalid. */
  onMessage: (message: PushMessage | null) => void;
  onClose: (code: number) => void;
};

/** One connection: authenticates once it is open and with every new token [PSH-01], and closes after 30 minutes [PSH-06]. */
function openConnection({ open, accessToken, onToken }: PushDeps, { onMessage, onClose }: Handlers) {
  const socket = open();
  let isOpen = false;
  let isLeft = false;
  const lifetime = setTimeout(() => socket.close(), PUSH_LIFETIME_MS);
  const authenticate = (token: string) => {
    if (isOpen) socket.send(JSON.stringify({ action: 'authenticate', token }));
  };
  const ignoreTokens = onToken(authenticate);
  socket.onopen = async () => {
    isOpen = !isLeft;
    const token = await accessToken();
    if (token) authenticate(token);
  };
  socket.onmessage = ({ data }) => onMessage(parsePush(data));
  socket.onclose = ({ code }) => {
    clearTimeout(lifetime);
    ignoreTokens();
    isOpen = false;
    if (!isLeft) onClose(code);
  };
  return {
    /** Closes it without a call to `onClose`. */
    leave(): void {
      isLeft = true;
      isOpen = false;
      socket.close();
    },
  };
}

/** The push channel of a page. One that closes is reopened while the page is visible, with growing delays until it works. */
export function createPushClient(deps: PushDeps): PushClient & { wake: () => void } {
  const messages = createSignal<PushMessage>();
  let connection: ReturnType<typeof openConnection> | null = null;
  let failures = 0;
  let isRefused = false;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function connect(): void {
    clearTimeout(retry);
    if (!connection && messages.count() > 0 && deps.isPageVisible())
      connection = openConnection(deps, { onMessage, onClose });
  }
  function onMessage(message: PushMessage | null): void {
    failures = 0;
    isRefused = false;
    if (message) messages.announce(message);
  }
  function onClose(code: number): void {
    connection = null;
    if (code === PUSH_UNAUTHENTICATED) {
      deps.onRefused(isRefused);
      isRefused = true;
    }
    retry = setTimeout(connect, retryDelay(failures++, deps.random));
  }
  return {
    wake: connect,
    subscribe(listener: (message: PushMessage) => void): () => void {
      const stop = messages.subscribe(listener);
      connect();
      return () => {
        stop();
        if (messages.count() > 0) return;
        connection?.leave();
        connection = null;
      };
    },
  };
}

/** Creates this page's push client for a service address; it wakes when the page becomes visible or goes online. */
export function openPushClient(service: string, session: Session): PushClient {
  const url = new URL(`${service.replace(/\/$/, '')}${PUSH_SOCKET_PATH}`, window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  let lastRenewal: RenewalOutcome | null = null;
  const client = createPushClient({
    open: () => new WebSocket(url),
    accessToken: session.accessToken,
    onToken: session.onToken,
    // Without this, a page that makes no calls would not notice that its session has ended.
    async onRefused(isAgain) {
      if (session.store.getState().status !== 'signed-in') return;
      if (isAgain && lastRenewal === 'renewed') return session.expire();
      lastRenewal = await session.renew();
    },
    isPageVisible: () => document.visibilityState === 'visible',
  });
  document.addEventListener('visibilitychange', client.wake);
  window.addEventListener('online', client.wake);
  return client;
}
