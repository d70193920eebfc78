import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { PageSettings } from '@keepsake/contracts/frame/configuration';
import { PHONE_PAGE_PATH } from '@keepsake/contracts/library/phone-transfers';
import { isServerPath } from '@keepsake/contracts/platform/server-paths';
import { PAGE_SETTINGS_ID } from '@keepsake/contracts/platform/start-of-page';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { dataBlock, html } from '../markup.ts';
import { StartupError } from '../startup-error.ts';
import { CACHING } from './caching.ts';
import { COMPRESSED } from './compression.ts';
import { mountFor } from './route-access.ts';
import {
  contentSecurityPolicy,
  type ForeignScripts,
  KEEP_OPENER,
  type PolicySources,
} from './security-headers.ts';

/** Page settings that depend on the host and address of a request. */
export type SettingsFor = (request: FastifyRequest) => PageSettings;

/** Third-party scripts that a page may load, depending on its host and its visitor's consent. */
export type ScriptsFor = (request: FastifyRequest) => ForeignScripts;

type Options = {
  folder: string;
  publicUrl: string;
  policySources: PolicySources;
  settingsFor: SettingsFor;
  /** What a page with these settings is, in one sentence. */
  describePage(settings: PageSettings): string;
  scriptsFor: ScriptsFor;
};

/** Hashed files: one that is missing belongs to another build. */
const BUILT = /^\/assets(\/|$)/;
/** Offices share a network, and open pages all day. */
const PAGES = { unlimited: 'a page from memory, the same for everybody on its host' };

/**
 * Serves the built web app: hashed files, precompressed and cached forever, and `index.html` for every page of the app,
 * revalidated each time, with the settings of the requested host. Only the page that renews a session in a hidden frame may be
 * framed, and only by us. Phones that scanned a code get a small page of their own. Throws a StartupError if there is no build.
 */
export async function serveWeb(
  app: FastifyInstance,
  { folder, publicUrl, policySources, settingsFor, describePage, scriptsFor }: Options,
): Promise<void> {
  const [page, renewal, phone] = await Promise.all([
    readPage(folder, 'index.html'),
    readPage(folder, 'silent-renew.html'),
    readPage(folder, 'phone.html'),
  ]);
  await mountFiles(app, folder);
  mountRenewal(app, renewal, policySources);
  const sendPage = (request: FastifyRequest, reply: FastifyReply, page: string) => {
    const settings = settingsFor(request);
    return asPage(reply).send(withSettings(page, settings, describePage(settings)));
  };
  const ofPages = { ...COMPRESSED, config: { access: 'public', budget: PAGES } } as const;
  app.get('/signed-in', ofPages, async (request, reply) =>
    sendPage(request, reply.header(...KEEP_OPENER), page),
  );
  app.get(PHONE_PAGE_PATH, ofPages, async (request, reply) => sendPage(request, reply, phone));
  app.get('/*', ofPages, async (request, reply) => {
    const [pathname = '/'] = request.url.split('?');
    if (isServerPath(pathname) || BUILT.test(pathname) || path.posix.extname(pathname) !== '')
      return reply.callNotFound();
    if (isOtherLoopbackName(request.host, publicUrl)) return reply.redirect(publicUrl + request.url);
    const policy = contentSecurityPolicy(policySources, { foreign: scriptsFor(request) });
    return sendPage(request, reply.header('content-security-policy', policy), page);
  });
}

const asPage = (reply: FastifyReply) =>
  reply.header('cache-control', CACHING.revalidated).type('text/html; charset=utf-8');

/** The hashed files of the build. */
const mountFiles = (app: FastifyInstance, folder: string) =>
  mountFor(app, 'public', (scope) =>
    scope.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      globIgnore: ['**/*.br', '**/*.gz', '*.html'],
      setHeaders: (reply, file) => void reply.header('cache-control', cachingOf(path.relative(folder, file))),
    }),
  );

function mountRenewal(app: FastifyInstance, page: string, sources: PolicySources): void {
  app.get('/silent-renew', { config: { access: 'public', budget: PAGES } }, async (_request, reply) =>
    asPage(reply)
      .header('content-security-policy', contentSecurityPolicy(sources, { frameAncestors: "'self'" }))
      .header('x-frame-options', 'SAMEORIGIN')
      .send(page),
  );
}

/** Where password managers look for the page on which a customer changes their password; null if nobody knows it. */
export function mountPasswordPage(app: FastifyInstance, page: string | null): void {
  if (page !== null)
    app.get('/.well-known/change-password', { config: { access: 'public' } }, async (_request, reply) =>
      reply.redirect(page),
    );
}

/** Sign-in ends on `publicUrl`, so visitors who typed this machine's IP address are redirected there first. */
function isOtherLoopbackName(host: string, publicUrl: string): boolean {
  const { hostname, port } = new URL(publicUrl);
  return hostname === 'localhost' && host === (port ? `127.0.0.1:${port}` : '127.0.0.1');
}

/** Language, description, icon and logo are in the page before any script runs, as the settings are. */
function withSettings(page: string, settings: PageSettings, description: string): string {
  const { id, locale, direction, faviconUrl } = settings.channel;
  const meta = html`<meta name="description" content="${description}" />`;
  const data = dataBlock('application/json', settings, PAGE_SETTINGS_ID);
  return page
    .replace(/<html lang="[^"]*"/, `<html lang="${locale}" dir="${direction}" data-channel="${id}"`)
    .replace('href="data:,"', `href="${faviconUrl}"`)
    .replace('<!--logo-->', () => logoOf(settings.channel))
    .replace('</head>', () => `${meta.markup}${data.markup}</head>`);
}

/** The source for dark pages follows the device; `appearance.js` applies what the visitor has chosen. */
function logoOf({ name, logoUrl, logoDarkUrl }: PageSettings['channel']): string {
  const { markup } = html`<picture>
    <source srcset="${logoDarkUrl}" media="(prefers-color-scheme: dark)" />
    <img src="${logoUrl}" alt="${name}" height="32" />
  </picture>`;
  return markup;
}

function cachingOf(file: string): string {
  return file.startsWith('assets') ? CACHING.forever : CACHING.revalidated;
}

async function readPage(folder: string, file: string): Promise<string> {
  try {
    return await readFile(path.join(folder, file), 'utf8');
  } catch (error) {
    throw new StartupError('The web app is not built: run `npm run build`, or start with `npm start`.', {
      cause: error,
    });
  }
}
