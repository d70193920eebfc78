import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startInstallation } from '../testing/start-installation.ts';

/** A balancer: it asks both nodes whether they are ready, ten times a second, and keeps its connections to them. */
async function startBalancer(addresses: readonly string[]) {
  const agent = new http.Agent({ keepAlive: true });
  const ready = new Set(addresses);
  let isStopped = false;
  const watching = (async () => {
    while (!isStopped) {
      for (const address of addresses) {
        const isReady = await fetch(`${address}/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        );
        if (isReady) ready.add(address);
        else ready.delete(address);
      }
      await pause(100);
    }
  })();
  function get(path: string): Promise<{ status: number; node: string; isReused: boolean }> {
    const [node = ''] = [...ready].sort(() => Math.random() - 0.5);
    return new Promise((resolve, reject) => {
      const request = http.get(node + path, { agent }, (answer) => {
        answer.resume().on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            node,
            isReused: answer.headers.connection !== 'close',
          }),
        );
      });
      request.on('error', reject);
    });
  }
  return {
    get,
    async stop() {
      isStopped = true;
      await watching;
      agent.destroy();
    },
  };
}

test('a node that stops behind a balancer loses no call', async () => {
  const installation = await startInstallation({ roles: ['web', 'web'], env: { DRAIN_PAUSE_SECONDS: '1' } });
  const [leaving, staying] = installation.nodes;
  if (!leaving || !staying) throw new Error('two nodes were started');
  const balancer = await startBalancer(installation.nodes.map(({ address }) => address));
  onTestFinished(async () => {
    await balancer.stop();
    await installation.stop();
  });
  const answers: Awaited<ReturnType<typeof balancer.get>>[] = [];
  const lost: unknown[] = [];
  let isOver = false;
  const callers = Array.from({ length: 8 }, async () => {
    while (!isOver) {
      try {
        answers.push(await balancer.get('/config.json'));
      } catch (error) {
        lost.push(error);
      }
    }
  });
  const served = (node: { address: string }) => answers.filter((answer) => answer.node === node.address);
  await expect.poll(() => Math.min(served(leaving).length, served(staying).length)).toBeGreaterThan(20);
  await leaving.beginDraining();
  await leaving.close();
  const before = answers.length;
  await expect.poll(() => answers.length).toBeGreaterThan(before + 20);
  isOver = true;
  await Promise.all(callers);
  expect(lost).toEqual([]);
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(served(leaving).filter(({ isReused }) => !isReused).length).toBeGreaterThan(0);
});

test('a call that arrived as the pause ended is answered, however busy the node was', async () => {
  const installation = await startInstallation({ roles: ['web'], env: { DRAIN_PAUSE_SECONDS: '1' } });
  onTestFinished(() => installation.stop());
  const [leaving] = installation.nodes;
  if (!leaving) throw new Error('a node was started');
  const socket = net.connect(Number(new URL(leaving.address).port), '127.0.0.1');
  await once(socket, 'connect');
  let received = '';
  socket.on('data', (bytes) => (received += bytes));
  const stopped = leaving.beginDraining().then(leaving.close);
  socket.write('GET /config.json HTTP/1.1\r\nHost: test\r\n\r\n');
  // Nothing else happens in this process meanwhile, and when it goes on the pause is over.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_100);
  await stopped;
  expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
});
