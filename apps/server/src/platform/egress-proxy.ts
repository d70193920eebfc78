import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, isIPv6 } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect, type TLSSocket } from 'node:tls';

type ProxyTarget = {
  /** The IP address that passed the check: the proxy resolves nothing. */
  address: string;
  /** The name that the certificate must have. */
  host: string;
  signal: AbortSignal;
};

const HTTPS_PORT = 443;

/** A connection to port 443 of an address through a proxy (CONNECT), encrypted from here to the receiver. */
export async function connectByProxy(
  proxy: string,
  { address, host, signal }: ProxyTarget,
): Promise<TLSSocket> {
  const socket = await openTunnel(new URL(proxy), { address, signal });
  const name = isIP(host) ? {} : { servername: host };
  const encrypted = connect({ socket, ...name, host, ALPNProtocols: ['http/1.1'] });
  // The request handles errors while it lasts. Afterwards nobody listens, and an unhandled socket error would end the process.
  return encrypted.on('error', () => undefined);
}

/** Throws if the proxy does not let it through. */
function openTunnel(proxy: URL, { address, signal }: Omit<ProxyTarget, 'host'>): Promise<Duplex> {
  const { promise, resolve, reject } = Promise.withResolvers<Duplex>();
  const path = `${isIPv6(address) ? `[${address}]` : address}:${HTTPS_PORT}`;
  const { username, password } = proxy;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  const open = proxy.protocol === 'https:' ? requestHttps : requestHttp;
  const headers = { host: path, ...(username ? { 'proxy-authorization': authorization } : {}) };
  const request = open({
    host: proxy.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: proxy.port || (proxy.protocol === 'https:' ? HTTPS_PORT : 80),
    method: 'CONNECT',
    path,
    headers,
    agent: false,
    signal,
  });
  request.on('connect', ({ statusCode }, socket) => {
    if (statusCode === 200) return resolve(socket);
    socket.destroy();
    reject(new Error(`the proxy answered ${statusCode}`));
  });
  // A proxy that refuses answers like any server.
  request.on('response', (response) => {
    response.destroy();
    reject(new Error(`the proxy answered ${response.statusCode}`));
  });
  request.on('error', reject);
  request.end();
  return promise;
}
