import {
  PUSH_LIFETIME_MS,
  PUSH_OK,
  PUSH_SOCKET_PATH,
  PUSH_UNAUTHENTICATED,
  type PushMessage,
  pushMessage,
} from '@keepsake/contracts/push';
import { createContext, use, useEffect, useEffectEvent } from 'react';
import { retryDelay } from './api/retry.ts';
import type { RenewalOutcome, Session } from './session.ts';

type Socket = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;
type Listener = (message: PushMessage) => void;

type PushDeps = {
  open: () => Socket;
  accessToken: () => Promise<string | null>;
  onToken: (listener: (token: string) => void) => () => void;
  /** Called when the server rejects the channel's token; `isAgain` if none was accepted since the last rejection. */
  onRefused: (isAgain: boolean) => void;
  isPageVisible: () => boolean;
  random: () => number;
};

/** Parses a push message; null for 'OK' and for anything invalid [PSH-04, PSH-05]. */
function parsePush(frame: unknown): PushMessage | null {
  if (typeof frame !== 'string' || frame === PUSH_OK) return null;
  try {
    return pushMessage.safeParse(JSON.parse(frame)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * The push channel of a page: authenticates on open and with every new token [PSH-01], closes after 30 minutes [PSH-06] and
 * reopens while the page is visible. After a network failure it reconnects with growing delays.
 */
export function createPushClient(deps: PushDeps) {
  const listeners = new Set<Listener>();
  let socket: Socket | null = null;
  let failures = 0;
  let isRefused = false;
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
      isRefused = false;
      const message = parsePush(event.data);
      if (message) for (const listener of listeners) listener(message);
    };
    opened.onclose = ({ code }) => {
      clearTimeout(lifetime);
      if (socket !== opened) return;
      socket = null;
      isOpen = false;
      if (code === PUSH_UNAUTHENTICATED) {
        deps.onRefused(isRefused);
        isRefused = true;
      }
      retry = setTimeout(connect, retryDelay(failures++, deps.random));
    };
  }

  deps.onToken(authenticate);
  return {
    /** Opens the channel if it should be open; called when the page becomes visible or the network returns. */
    wake: connect,
    /** Listens to every valid message; the channel is open while there are listeners. */
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
    random: Math.random,
  });
  document.addEventListener('visibilitychange', client.wake);
  window.addEventListener('online', client.wake);
  return client;
}

export const PushContext = createContext<PushClient | null>(null);

/** The kind of a message: its type; archive events have a key instead. */
export type PushKind = Extract<PushMessage, { type: string }>['type'] | 'archive';
type MessageOf<K extends PushKind> = K extends 'archive'
  ? Extract<PushMessage, { key: string }>
  : Extract<PushMessage, { type: K }>;

/**
 * Calls back for every push message of a kind while the component is mounted. Cached answers need no reaction: `app/push-tags.ts`
 * says which of them a message makes stale.
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
