import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeCertificate } from './make-certificate.ts';

/** How long an address below `/slow` takes to answer: below what counts as no answer. */
const SLOW_MS = 10_000;

/** Customers' own systems in a process of their own; tells its parent where they listen, and who may be trusted there. */
const { cert, key } = makeCertificate();
const server = createServer({ cert, key }, (request, response) => {
  request.resume().on('end', () => {
    const answer = () => response.writeHead(204).end();
    if (request.url?.startsWith('/slow')) setTimeout(answer, SLOW_MS).unref();
    else answer();
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ cert, url: `https://localhost:${port}` });
});
