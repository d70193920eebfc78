import {
  type AppConfiguration,
  CONFIGURATION_PATH,
  type PageSettings,
} from '@keepsake/contracts/frame/configuration';
import { ERROR_REPORTS_PATH } from '@keepsake/contracts/frame/error-reports';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CACHING } from '../../../platform/http/caching.ts';
import { COMPRESSED } from '../../../platform/http/compression.ts';
import { mountFor } from '../../../platform/http/route-access.ts';
import type { SettingsFor } from '../../../platform/http/serve-web.ts';
import { findLanguage, languages } from '../../../platform/languages.ts';
import type { Module } from '../../../platform/module.ts';
import { isLoopback } from '../../../platform/network.ts';
import { Problem } from '../../../platform/problem.ts';
import { createTexts } from '../../../platform/texts.ts';
import {
  channelOf,
  channels,
  findChannel,
  pictureOf,
  serviceHostOf,
  toPublicChannel,
  webTextsOf,
} from '../channels/index.ts';
import type { CookieConsent } from '../cookie-consent/index.ts';
import type enGB from './texts/en-GB.json';

const translatorFor = createTexts<typeof enGB>(new URL('./texts/', import.meta.url));

/** What a page on that origin needs to sign in, which a later wing tells. */
export type IdentityFor = (origin: string) => AppConfiguration['identity'];

type Deps = Pick<CookieConsent, 'consentRequestFor'> & {
  settings: {
    featureFlags: Record<string, string[]>;
    services: Record<string, string>;
    uploadUrl: string | null;
    editorUrl: string | null;
    errorReportingUrl: string | null;
  };
  identityFor: IdentityFor;
};

export type Configuration = Module & {
  /** The same content as the two calls return. */
  settingsFor: SettingsFor;
};

/** What search engines and shared links show below a page's title, in the brand's language. */
export const describePage = ({ channel: { id, locale, name } }: PageSettings): string =>
  translatorFor(locale, id)('description', { brand: name });

/** `/config.json` for the requested host, `/channels/{id}.json` and `/locales/{id}.json`: public, revalidated each time. */
export function createConfiguration(deps: Deps): Configuration {
  const settingsFor = describePages(deps);
  return {
    mount: (app) => mountFor(app, 'public', (scope) => mountConfiguration(scope, settingsFor)),
    settingsFor,
  };
}

function describePages({ settings, identityFor, consentRequestFor }: Deps): SettingsFor {
  return (request) => {
    const channel = channelOf(request);
    const configuration: AppConfiguration = {
      services: { ...servicesOn(request.hostname), ...settings.services },
      identity: identityFor(`${request.protocol}://${request.host}`),
      channel: channel.id,
      channels: channels().map(({ id }) => id),
      languages: [...languages()],
      featureFlags: settings.featureFlags,
      uploadUrl: settings.uploadUrl,
      editorUrl: settings.editorUrl,
      errorReportingUrl: settings.errorReportingUrl ?? ERROR_REPORTS_PATH,
      consent: consentRequestFor(channel.id),
    };
    return { configuration, channel: toPublicChannel(channel) };
  };
}

/** Logos and icons are part of every page. */
const PICTURES = { unlimited: 'a small file from memory, on every page' };

/** A drawing opened on its own runs and fetches nothing, whatever it contains. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

function mountConfiguration(app: FastifyInstance, settingsFor: SettingsFor): void {
  app.get(CONFIGURATION_PATH, COMPRESSED, async (request, reply): Promise<AppConfiguration> => {
    reply.header('cache-control', 'no-cache');
    return settingsFor(request).configuration;
  });
  app.get('/channels/:file', async (request, reply) => {
    const channel = findChannel(idOf(request));
    if (!channel) throw new Problem('not-found');
    return reply.header('cache-control', 'no-cache').send(toPublicChannel(channel));
  });
  app.get('/channels/:id/:file', { config: { budget: PICTURES }, ...COMPRESSED }, async (request, reply) => {
    const { id, file } = request.params as { id: string; file: string };
    const channel = findChannel(id);
    const picture = channel && pictureOf(channel, file);
    if (!picture) throw new Problem('not-found');
    const { v } = request.query as { v?: unknown };
    return reply
      .header('content-security-policy', PICTURE_POLICY)
      .header('cache-control', v === picture.version ? CACHING.forever : CACHING.revalidated)
      .header('etag', `"${picture.version}"`)
      .type(picture.type)
      .send(picture.bytes);
  });
  app.get('/locales/:file', COMPRESSED, async (request, reply) => {
    const locale = findLanguage(idOf(request));
    if (!locale) throw new Problem('not-found');
    const { channel } = request.query as { channel?: unknown };
    const texts = await webTextsOf(locale, typeof channel === 'string' ? channel : null);
    void reply
      .header('cache-control', 'no-cache')
      .header('etag', texts.etag)
      .header('vary', 'accept-encoding');
    if (request.headers['if-none-match'] === texts.etag) return reply.code(304).send();
    void reply.type('application/json');
    const takesBrotli = /\bbr\b(?!\s*;\s*q=0(?![.\d]))/.test(request.headers['accept-encoding'] ?? '');
    return takesBrotli ? reply.header('content-encoding', 'br').send(texts.brotli) : reply.send(texts.json);
  });
}

/** A brand may have a separate host for services, as the Swedish one has [CFG-08]; otherwise calls stay on the requested host. */
function servicesOn(hostname: string): Record<string, string> {
  const channel = channels().find(({ hosts }) => hosts.includes(hostname));
  const serviceHost = channel && !isLoopback(hostname) ? serviceHostOf(channel) : hostname;
  if (serviceHost === hostname) return { ...SERVICE_PATHS };
  return Object.fromEntries(
    Object.entries(SERVICE_PATHS).map(([name, base]) => [name, `https://${serviceHost}${base}`]),
  );
}

function idOf(request: FastifyRequest): string {
  return (request.params as { file: string }).file.replace(/\.json$/, '');
}
