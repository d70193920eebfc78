import type { PublicChannel } from '@keepsake/contracts';
import type { Channel } from './channel.ts';
import { channels, defaultChannel } from './channels.ts';

const byId = new Map(channels.map((channel) => [channel.id, channel]));
const byHost = new Map(
  channels.flatMap((channel) => knownHosts(channel).map((host) => [host, channel] as const)),
);

type Asked = { hostname?: string | null; channelParam?: string | null };

/** The channel named by `?channel=`, else the one of the host, else the default: a page always has a brand. */
export function resolveChannel({ hostname, channelParam }: Asked): Channel {
  return findChannel(channelParam) ?? channelOfHost(hostname) ?? defaultChannel;
}

/** The channel of this id, or null; ids are compared without regard to case, as people type them. */
export function findChannel(id: string | null | undefined): Channel | null {
  return byId.get(id?.trim().toLowerCase() ?? '') ?? null;
}

/** For calls that make no sense without a channel: its id, or the error the specification words. */
export function requireChannelId(id: string | null | undefined): string {
  const channel = findChannel(id);
  if (!channel) throw new Error('Unable to extract channel ID!');
  return channel.id;
}

/** ISO country code of a brand's host, or null for a host that is no brand's. A port is ignored. */
export function countryOfHost(host: string | null | undefined): string | null {
  return channelOfHost(host)?.country ?? null;
}

/** The host that the channel's service calls go to: its own one where it has it, else the brand's. */
export function serviceHostOf({ serviceHost, hosts }: Channel): string {
  return serviceHost ?? hosts[0];
}

/** What anybody may know of a channel. */
export function toPublicChannel({
  hosts: _hosts,
  serviceHost: _serviceHost,
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
 * Origins of the brands' hosts beside `publicUrl`: on a machine of its own `http://<brand>.localhost:<port>`, in the
 * world `https://<host>` of every brand.
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
