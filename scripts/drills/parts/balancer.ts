import { once } from 'node:events';
import net from 'node:net';
import type { Stage } from './stage.ts';

/** What a balancer answers while no node is ready. */
const NOBODY = 'no node is ready';
const NONE_READY = `HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: ${NOBODY.length}\r\n\r\n${NOBODY}`;
/** How often each node is probed. */
const PROBE_MS = 500;
/** So many probes in a row must fail until a node is not used, as in the haproxy that the docs have. */
const FALL = 2;

type Probed = { isUsed: boolean; failures: number; isPending: boolean };

/**
 * A balancer in front of nodes: each new connection goes to the next of those that are ready by its probes, as with haproxy in
 * TCP mode. Its address is known before any node is started, because nodes need it as their PUBLIC_URL.
 */
export async function startBalancer(stage: Stage) {
  const nodes = new Map<string, Probed>();
  let turn = 0;
  const server = net.createServer((client) => {
    const ready = [...nodes].filter(([, { isUsed }]) => isUsed);
    const [url] = ready[turn++ % ready.length] ?? [];
    if (url === undefined) return client.end(NONE_READY);
    join(client, net.connect({ host: '127.0.0.1', port: Number(new URL(url).port) }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  async function probe(url: string): Promise<void> {
    const node = nodes.get(url);
    // The next probe begins after the answer to the one before.
    if (!node || node.isPending) return;
    node.isPending = true;
    const isNodeReady = await isReady(url);
    node.failures = isNodeReady ? 0 : node.failures + 1;
    node.isUsed = isNodeReady || (node.isUsed && node.failures < FALL);
    node.isPending = false;
  }
  const probing = setInterval(() => Promise.all([...nodes.keys()].map(probe)), PROBE_MS);
  stage.onEnd(async () => {
    clearInterval(probing);
    server.close();
  });
  return {
    url: `http://localhost:${(server.address() as net.AddressInfo).port}`,
    /** Sends calls to a node from now on, while it is ready. */
    add(url: string): Promise<void> {
      nodes.set(url, { isUsed: false, failures: 0, isPending: false });
      return probe(url);
    },
    /** Sends no more calls to a node; those under way end. */
    drop: (url: string) => void nodes.delete(url),
    /** Whether calls go to a node at present. */
    isUsing: (url: string) => nodes.get(url)?.isUsed ?? false,
  };
}

async function isReady(url: string): Promise<boolean> {
  // A node that does not answer is not ready.
  const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}

function join(client: net.Socket, node: net.Socket): void {
  for (const [from, to] of [[client, node] as const, [node, client] as const]) {
    from.pipe(to);
    // What one side does to its connection is done to the other.
    from.on('error', () => to.destroy());
    from.on('close', () => to.end());
  }
}
