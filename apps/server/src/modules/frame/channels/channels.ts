import path from 'node:path';
import { MAILED_ACCOUNT, markOf } from '@keepsake/contracts/account/customers';
import type { Locale } from '@keepsake/contracts/frame/configuration';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { FastifyRequest } from 'fastify';
import { setOwnTexts } from '../../../platform/languages.ts';
import { isLoopback } from '../../../platform/network.ts';
import { StartupError } from '../../../platform/startup-error.ts';
import { type Channel, type Installed, readChannelsFile } from './channels-file.ts';
import { legalLinksOf } from './legal-links.ts';
import { serviceHostOf } from './public-channel.ts';

/** The five brands that Keepsake ships, in a file like the operators'; all fictional, like their domains. */
const BUILT_IN = path.resolve(import.meta.dirname, '../../../../brands/channels.json');

/** What a file holds, indexed because every request looks a channel up. */
type Index = Installed & { byId: ReadonlyMap<string, Channel>; byHost: ReadonlyMap<string, Channel> };

let publicUrl = 'http://localhost:3000';
let installed = await read(BUILT_IN, 'The file of the brands that Keepsake comes with');

/** All brands, the default one first. */
export const channels = (): Installed['channels'] => installed.channels;

/** The brand for requests that name none, and for customers whose own no longer exists. */
export const defaultChannel = (): Channel => installed.channels[0];

/**
 * Sets this process's channels from a file, before anything asks for them: brands are the same for the whole process. Null uses
 * the built-in ones. `address` is the installation's. Throws a StartupError with every fault of the file.
 */
export async function loadChannels(file: string | null, address = publicUrl): Promise<void> {
  publicUrl = address;
  installed = await read(file ?? BUILT_IN, `CHANNELS_FILE names ${file}, where`);
  setOwnTexts(installed.texts);
}

async function read(file: string, what: string): Promise<Index> {
  const { value, faults } = await readChannelsFile(file);
  if (faults) throw new StartupError(`${what}\n  ${faults.join('\n  ')}`);
  const byId = value.channels.map((channel) => [channel.id, channel] as const);
  const byHost = value.channels.flatMap((channel) =>
    knownHosts(channel).map((host) => [host, channel] as const),
  );
  return { ...value, byId: new Map(byId), byHost: new Map(byHost) };
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

/** The channel with this id, ignoring case, or the default one: what was stored for a brand that is gone still has one. */
export const channelOrDefault = (id: string | null | undefined): Channel =>
  findChannel(id) ?? defaultChannel();

/** A module's texts for what was requested in a language and under a brand, and is made or sent later. */
export const brandedTexts =
  <T>(translatorFor: (locale: Locale, brand: string) => T) =>
  ({ locale, channel }: { locale: Locale; channel: string }): T =>
    translatorFor(locale, channelOrDefault(channel).id);

/** The channel with this id, ignoring case, or null. */
export function findChannel(id: string | null | undefined): Channel | null {
  return installed.byId.get(id?.trim().toLowerCase() ?? '') ?? null;
}

/** The address of a web app page in a channel: our own host shows the default brand unless the address names another. */
export function addressOfPage(publicUrl: string, page: string, channel: string): string {
  return `${publicUrl}${page}${channel === defaultChannel().id ? '' : `?channel=${channel}`}`;
}

type OwnPage = { publicUrl: string; page: string; channel: string; customerId: CustomerId };

/** The same for a mail about an account: in a browser where another one is signed in, the page says so, and shows nothing of it. */
export function addressOfOwnPage({ publicUrl, page, channel, customerId }: OwnPage): string {
  const address = new URL(addressOfPage(publicUrl, page, channel));
  address.searchParams.set(MAILED_ACCOUNT, markOf(customerId));
  return address.href;
}

/** Links to a brand's legal pages, for mails: absolute, in a language. */
export const legalAddressesOf = (channel: Channel, language: string) =>
  legalLinksOf(channel, language).map(({ label, url }) => ({ label, url: new URL(url, publicUrl).href }));

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
  return installed.byHost.get(name ?? '') ?? null;
}
