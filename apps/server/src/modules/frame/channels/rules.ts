import { addressLines, type PublicChannel } from '@keepsake/contracts';
import type { FastifyRequest } from 'fastify';
import { type Channel, channels, defaultChannel } from './channels.ts';

const byId = new Map(channels.map((channel) => [channel.id, channel]));
const byHost = new Map(
  channels.flatMap((channel) => knownHosts(channel).map((host) => [host, channel] as const)),
);

type Asked = { hostname?: string | null; channelParam?: string | null };

/** The channel named by `?channel=`, else the one of the host, else the default: a page always has a brand. */
export function resolveChannel({ hostname, channelParam }: Asked): Channel {
  return findChannel(channelParam) ?? channelOfHost(hostname) ?? defaultChannel;
}

/** The channel that a request is for: the one its address names, else the one of its host. */
export function channelOf({ hostname, query }: Pick<FastifyRequest, 'hostname' | 'query'>): Channel {
  const { channel } = query as { channel?: unknown };
  return resolveChannel({ hostname, channelParam: typeof channel === 'string' ? channel : null });
}

/** The channel with this id, in any case, or null. */
export function findChannel(id: string | null | undefined): Channel | null {
  return byId.get(id?.trim().toLowerCase() ?? '') ?? null;
}

/** The address of a page of the web app in a channel: our own host shows the default brand unless the address names another. */
export function addressOfPage(publicUrl: string, path: string, channel: string): string {
  return `${publicUrl}${path}${channel === defaultChannel.id ? '' : `?channel=${channel}`}`;
}

/** The host of a channel's service calls: its service host where it has one, else the brand's. */
export function serviceHostOf({ serviceHost, hosts }: Channel): string {
  return serviceHost ?? hosts[0];
}

/** Who sends what advertises, as the law has it stand at its end: seller, address, and how they are reached. */
export function imprintOf({ legal, locale }: Channel): string {
  const { seller, address, contact } = legal;
  const country = new Intl.DisplayNames(locale, { type: 'region' }).of(address.country);
  return `${[seller, ...addressLines(address), country].join(', ')} · ${contact.email}`;
}

/** A channel as everybody may see it. */
export function toPublicChannel({
  hosts: _hosts,
  serviceHost: _serviceHost,
  customerCareEmail: _customerCareEmail,
  legal: _legal,
  ...open
}: Channel): PublicChannel {
  const folder = `/channels/${open.id}`;
  return {
    ...open,
    logoUrl: `${folder}/logo.svg`,
    logoDarkUrl: `${folder}/logo-dark.svg`,
    faviconUrl: `${folder}/favicon.svg`,
  };
}

/**
 * Origins of the brands' hosts besides `publicUrl`: `http://<brand>.localhost:<port>` on a local machine, else
 * `https://<host>` for each brand.
 */
export function brandOriginsFor(publicUrl: string): string[] {
  const { protocol, hostname, port } = new URL(publicUrl);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const hosts = channels
    .flatMap((channel) => knownHosts(channel))
    .filter((host) => host.endsWith('.localhost') === isLocal);
  return hosts.map((host) => `${protocol}//${host}${port ? `:${port}` : ''}`);
}

function knownHosts({ hosts, serviceHost }: Channel): string[] {
  return serviceHost ? [...hosts, serviceHost] : [...hosts];
}

function channelOfHost(host: string | null | undefined): Channel | null {
  const name = host?.trim().toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
  return byHost.get(name ?? '') ?? null;
}
