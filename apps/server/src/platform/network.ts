import { isIP, isIPv4, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { Problem } from './problem.ts';

/** Addresses that mean every interface of this machine: usable for listening, not for calling. */
const EVERY_INTERFACE: readonly string[] = ['0.0.0.0', '::'];
/** DNS names end in a label with a letter; four numbers that are not an IP address are a typo. */
const HOST_NAME = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/i;

/** Whether a server can listen there: an IP address of either kind, or a host name. */
export function isHost(host: string): boolean {
  return (isIP(host) !== 0 && !host.includes('%')) || HOST_NAME.test(host);
}

/** IPv6 addresses may be written with brackets, as in URLs. */
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

/** The address of a server that listens there, as a browser on this machine can call it. */
export function addressOf(host: string, port: number): string {
  const isLocal = host === '127.0.0.1' || EVERY_INTERFACE.includes(host);
  const name = isLocal ? 'localhost' : isIPv6(host) ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/**
 * A hook that admits only requests to the host of `publicUrl` or to a name of this machine. Whatever answers without a sign-in
 * needs it: a browser sends the name that it resolved, and the owner of any name can point it at this server (DNS rebinding) and
 * read the answer as their own.
 */
export function requireKnownHost(publicUrl: string): (request: FastifyRequest) => Promise<void> {
  const { hostname } = new URL(publicUrl);
  return async (request) => {
    if (request.hostname !== hostname && !isLoopback(request.hostname)) throw new Problem('not-found');
  };
}

/** What proxies add to an address: a port, and in IPv6 the machine's own interface. */
const WITH_PORT = /^(?:(\d+(?:\.\d+){3})|\[(.*)\]):\d+$/;
const GROUPS = 4;

/**
 * The network of an address, however it is written: the address itself for IPv4, its first 64 bits for IPv6, which one household
 * shares.
 */
export function networkOf(address: string): string {
  const [, four, six] = WITH_PORT.exec(address) ?? [];
  const bare = (four ?? six ?? withoutBrackets(address)).replace(/%.*$/, '');
  if (isIP(bare) === 0) return address;
  const parsed = ipaddr.process(bare);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return parsed.parts
    .slice(0, GROUPS)
    .map((group) => group.toString(16))
    .join(':');
}

/** IPv6 groups that a provider assigns to one site. */
const SITE_GROUPS = 3;

/**
 * The neighbourhood of an address, too coarse to identify anybody: the first 24 bits in IPv4, 48 in IPv6; null if not an address.
 */
export function neighbourhoodOf(address: string): string | null {
  const network = networkOf(address);
  if (isIPv4(network)) return `${network.split('.').slice(0, -1).join('.')}.0/24`;
  const groups = network.split(':');
  if (groups.length !== GROUPS) return null;
  return `${groups.slice(0, SITE_GROUPS).join(':')}::/48`;
}
