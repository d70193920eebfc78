import { addressLines } from '@keepsake/contracts/account/address-formats';
import type { PublicChannel } from '@keepsake/contracts/frame/configuration';
import { localePath } from '@keepsake/contracts/platform/start-of-page';
import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../../../platform/network.ts';
import { channels, defaultChannel } from './channels.ts';
import type { Channel, Installed } from './channels-file.ts';
import type { Picture } from './pictures.ts';

type Index = { byId: ReadonlyMap<string, Channel>; byHost: ReadonlyMap<string, Channel> };
let indexed: { of: Installed['channels']; index: Index } | null = null;

/** Built once per set of installed channels: every request looks one up. */
function channelIndex(): Index {
  const of = channels();
  if (indexed?.of === of) return indexed.index;
  const byHost = of.flatMap((channel) => knownHosts(channel).map((host) => [host, channel] as const));
  const index = { byId: new Map(of.map((channel) => [channel.id, channel])), byHost: new Map(byHost) };
  indexed = { of, index };
  return index;
}

type Requested = { hostname?: string | null; channelParam?: string | null };

/** The channel named by `?channel=`, else that of the host, else the default: a page always has a brand. */
export function resolveChannel({ hostname, channelParam }: Requested): Channel {
  return findChannel(channelParam) ?? channelOfHost(hostname) ?? defaultChannel();
}

/** The channel of a request: the one named in its address, else that of its host. */
export function channelOf({ hostname, query }: Pick<FastifyRequest, 'hostname' | 'query'>): Channel {
  const { channel } = query as { channel?: unknown };
  return resolveChannel({ hostname, channelParam: typeof channel === 'string' ? channel : null });
}

/** The channel with this id, ignoring case, or null. */
export function findChannel(id: string | null | undefined): Channel | null {
  return channelIndex().byId.get(id?.trim().toLowerCase() ?? '') ?? null;
}

/** The address of a web app page in a channel: our own host shows the default brand unless the address names another. */
export function addressOfPage(publicUrl: string, path: string, channel: string): string {
  return `${publicUrl}${path}${channel === defaultChannel().id ? '' : `?channel=${channel}`}`;
}

/** The host of a channel's service calls: its service host if it has one, else the brand's. */
export function serviceHostOf({ serviceHost, hosts }: Channel): string {
  return serviceHost ?? hosts[0];
}

/** The imprint that the law requires at the end of advertising mails: seller, address, and how to reach them. */
export function imprintOf({ legal, locale }: Channel): string {
  const { seller, address, contact } = legal;
  const country = new Intl.DisplayNames(locale, { type: 'region' }).of(address.country);
  return `${[seller, ...addressLines(address), country].join(', ')} · ${contact.email}`;
}

const PICTURES = { logo: 'logo', 'logo-dark': 'logoDark', icon: 'icon' } as const;

/** A picture of a channel by its file name in addresses, such as `logo-dark.svg`; null if there is none of that name. */
export function pictureOf({ pictures }: Channel, fileName: string): Picture | null {
  const [name = '', extension] = fileName.split('.');
  const picture = Object.hasOwn(PICTURES, name) ? pictures[PICTURES[name as keyof typeof PICTURES]] : null;
  return picture?.extension === extension ? picture : null;
}

/** The public view of a channel. */
export function toPublicChannel(channel: Channel): PublicChannel {
  const { id, pictures, locale, wordings, retention } = channel;
  const addressOf = (name: keyof typeof PICTURES) => {
    const { extension, version } = pictures[PICTURES[name]];
    return `/channels/${id}/${name}.${extension}?v=${version}`;
  };
  return {
    id,
    name: channel.name,
    country: channel.country,
    locale,
    direction: channel.direction,
    currency: channel.currency,
    timeZone: channel.timeZone,
    vendor: channel.vendor,
    accent: channel.accent,
    faqUrl: channel.faqUrl,
    customerCareUrl: channel.customerCareUrl,
    productsUrl: channel.productsUrl,
    logoUrl: addressOf('logo'),
    logoDarkUrl: addressOf('logo-dark'),
    faviconUrl: addressOf('icon'),
    storageMonths: retention === 'off' ? null : retention.months,
    ...(wordings && { textsUrl: `${localePath(locale)}?channel=${id}&v=${wordings}` }),
  };
}

/**
 * Origins of the brands' hosts besides `publicUrl`: `http://<brand>.localhost:<port>` on a local machine, otherwise
 * `https://<host>` for each brand.
 */
export function brandOriginsFor(publicUrl: string): string[] {
  const { protocol, hostname, port } = new URL(publicUrl);
  const isLocal = isLoopback(hostname);
  const hosts = channels()
    .flatMap((channel) => knownHosts(channel))
    .filter((host) => host.endsWith('.localhost') === isLocal);
  return hosts.map((host) => `${protocol}//${host}${port ? `:${port}` : ''}`);
}

/** Origins at which the brands' pages call services, besides their own; none on a local machine. */
export function serviceOriginsFor(publicUrl: string): string[] {
  const { hostname } = new URL(publicUrl);
  return isLoopback(hostname) ? [] : channels().map((channel) => `https://${serviceHostOf(channel)}`);
}

function knownHosts({ hosts, serviceHost }: Channel): string[] {
  return serviceHost ? [...hosts, serviceHost] : [...hosts];
}

function channelOfHost(host: string | null | undefined): Channel | null {
  const name = host?.trim().toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
  return channelIndex().byHost.get(name ?? '') ?? null;
}
