import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { CLEAR_CACHE, KEEP_OPENER } from '../../../platform/http/security-headers.ts';
import type { Policies } from '../pages/index.ts';

export const OIDC_PATH = '/oidc';

type Options = {
  provider: Provider;
  publicUrl: string;
  requests: WeakMap<IncomingMessage, FastifyRequest>;
  csp: Policies;
};

/** Passes everything below `/oidc` to oidc-provider, and adds our headers to its answers. */
export function mountProvider(app: FastifyInstance, { provider, publicUrl, requests, csp }: Options): void {
  const handle = provider.callback();
  const own = new URL(publicUrl);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.route({
    method: ['GET', 'POST', 'OPTIONS'],
    url: `${OIDC_PATH}/*`,
    config: { access: 'sign-in', budget: 'usual' },
    handler: (request, reply) => {
      const { raw } = request;
      requests.set(raw, request);
      const url = withConsentForRefresh(raw.url ?? '/');
      setHeaders(reply, isSilent(url) ? csp.silent : csp.page, isSilent(url));
      if (url.startsWith(`${OIDC_PATH}/session/end`)) reply.raw.setHeader(...CLEAR_CACHE);
      for (const name of ['x-forwarded-host', 'x-forwarded-for', 'forwarded']) delete raw.headers[name];
      // It builds links from Host and protocol: these must be ours, not the caller's.
      Object.assign(raw.headers, { host: own.host, 'x-forwarded-proto': own.protocol.slice(0, -1) });
      // It derives its mount path from the difference between the two.
      Object.assign(raw, { originalUrl: url, url: url.slice(OIDC_PATH.length) });
      reply.hijack();
      handle(raw, reply.raw);
    },
  });
}

function setHeaders(reply: FastifyReply, contentSecurityPolicy: string, mayBeFramed: boolean): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.raw.setHeader('content-security-policy', contentSecurityPolicy);
  reply.raw.setHeader(...KEEP_OPENER);
  if (mayBeFramed) reply.raw.removeHeader('x-frame-options');
}

/** Silent renewal happens in a frame of the web app. */
function isSilent(url: string): boolean {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  return pathname.startsWith(`${OIDC_PATH}/auth`) && searchParams.get('prompt') === 'none';
}

/**
 * OpenID Connect issues refresh tokens only with `prompt=consent`. Our customers are not asked for consent, so the prompt
 * is added here: if the app sent it, an external provider would ask every time.
 */
function withConsentForRefresh(url: string): string {
  const parsed = new URL(url, 'http://localhost');
  if (parsed.pathname !== `${OIDC_PATH}/auth`) return url;
  const prompts = (parsed.searchParams.get('prompt') ?? '').split(' ').filter(Boolean);
  const isRequested = (parsed.searchParams.get('scope') ?? '').split(' ').includes('offline_access');
  if (!isRequested || prompts.includes('none') || prompts.includes('consent')) return url;
  parsed.searchParams.set('prompt', [...prompts, 'consent'].join(' '));
  return parsed.pathname + parsed.search;
}
