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
import { parseJson } from './json.ts';
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
export function createPushClient(deps: PushDeps) {
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
    /** Listens to every valid message; the channel is open while there are listeners. */
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
