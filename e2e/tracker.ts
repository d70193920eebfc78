import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A retailer's scripts, served from another address: each sets a cookie, stores something and reports the visit. */
export async function startTracker() {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://tracker');
    requested.push(pathname);
    response.setHeader('access-control-allow-origin', '*');
    const name = /^\/(\w+)\.js$/.exec(pathname)?.[1];
    if (!name) return response.end();
    const report = `${url}/report-of-${name}`;
    response.setHeader('content-type', 'text/javascript');
    return response.end(
      `document.cookie = '_${name}=1; path=/'; localStorage.setItem('_${name}', '1'); void fetch('${report}');`,
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    /** Requests since the last `take`. */
    requested: () => [...requested],
    take: () => requested.splice(0),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
