import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeCertificate } from './make-certificate.ts';

/** How long an address below `/slow` takes to answer, in milliseconds: less than the timeout. */
const SLOW_MS = 10_000;

/**
 * Receivers of customers, as many as requested, in a process of their own; reports their addresses and certificate to its
 * parent.
 */
const [count] = process.argv.slice(2);
const { cert, key } = makeCertificate();
const servers = Array.from({ length: Number(count) }, () =>
  createServer({ cert, key }, (request, response) => {
    request.resume().on('end', () => {
      const answer = () => response.writeHead(204).end();
      if (request.url === '/slow') setTimeout(answer, SLOW_MS).unref();
      else answer();
    });
  }).listen(0, '127.0.0.1'),
);
await Promise.all(servers.map((server) => once(server, 'listening')));
const urls = servers.map((server) => `https://localhost:${(server.address() as AddressInfo).port}`);
process.send?.({ cert, urls });
