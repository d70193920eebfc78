import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import {
  type FaultProxy,
  startDatabaseProxy,
  withoutNotifications,
} from '../platform/testing/fault-proxy.ts';
import { newCustomerId } from '../testing/customer-ids.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';

/** Two web nodes and a worker behind what delivers no notifications, with the database itself and a replica beside it. */
let installation: Installation;
let proxies: FaultProxy[];
let answeredByReplica = '';
beforeAll(async () => {
  const env: NodeJS.ProcessEnv = {};
  installation = await startInstallation({
    roles: ['web', 'web', 'worker'],
    env,
    async reachDatabase(url) {
      const pooler = await startDatabaseProxy(url, { pass: withoutNotifications });
      const replica = await startDatabaseProxy(url, {
        pass: () => (bytes) => {
          answeredByReplica += bytes.toString('latin1');
          return bytes;
        },
      });
      proxies = [pooler, replica];
      env.DATABASE_DIRECT_URL = url;
      env.DATABASE_REPLICA_URL = replica.url;
      return pooler.url;
    },
  });
});
afterAll(async () => {
  await installation.stop();
  for (const proxy of proxies) proxy.stop();
});

const addressOf = (at: number) => installation.nodes[at]?.address ?? '';

test('what one node does is pushed by the other', async () => {
  const anna = newCustomerId();
  const token = await installation.tokenFor(anna);
  const socket = new WebSocket(`${addressOf(0).replace('http', 'ws')}/api/push/socket`);
  const received: string[] = [];
  socket.on('message', (data) => received.push(String(data)));
  await once(socket, 'open');
  socket.send(JSON.stringify({ action: 'authenticate', token }));
  await expect.poll(() => received).toEqual(['OK']);
  const created = await fetch(`${addressOf(1)}/api/photo-management/albums`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Sea' }),
  });
  expect(created.status).toBe(200);
  await expect.poll(() => received[1]).toContain('albums-changed');
  socket.close();
});

test('the replica answers what may be a minute old', async () => {
  const answer = await fetch(`${addressOf(0)}/sitemap.xml`);
  expect(answer.status).toBe(200);
  expect(answeredByReplica).toContain('decided_at');
});
