import { PUSH_SOCKET_PATH } from '@keepsake/contracts';
import type { Session } from '../session/session.ts';
import { createPushClient, type PushClient } from './push-client.ts';

/** The push client of this page at a service address, awake whenever the page is seen or online again. */
export function openPushClient(service: string, session: Session): PushClient {
  const url = new URL(`${service.replace(/\/$/, '')}${PUSH_SOCKET_PATH}`, window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const client = createPushClient({
    open: () => new WebSocket(url),
    accessToken: session.accessToken,
    onToken: session.onToken,
    isPageVisible: () => document.visibilityState === 'visible',
    random: Math.random,
  });
  document.addEventListener('visibilitychange', client.wake);
  window.addEventListener('online', client.wake);
  return client;
}
