import { isIP, isIPv6 } from 'node:net';

/** Addresses that mean every interface of this machine: a place to listen, not one to call. */
const EVERY_INTERFACE: readonly string[] = ['0.0.0.0', '::'];
/** Names of the DNS end in a label with a letter; four numbers that are no IP address are a slip of the keys. */
const HOST_NAME = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/i;

/** Whether a server can be told to listen there: an IP address of either kind, or a host name. */
export function isHost(host: string): boolean {
  return (isIP(host) !== 0 && !host.includes('%')) || HOST_NAME.test(host);
}

/** An IPv6 address may be written as in URLs. */
export function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

/** Whether only this machine can reach it. */
export function isLoopback(host: string): boolean {
  const name = withoutBrackets(host).toLowerCase();
  return (
    name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d+){3}$/.test(name)
  );
}

/** The address of a server that listens there, as a browser of this machine can call it. */
export function addressOf(host: string, port: number): string {
  const isLocal = host === '127.0.0.1' || EVERY_INTERFACE.includes(host);
  const name = isLocal ? 'localhost' : isIPv6(host) ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
