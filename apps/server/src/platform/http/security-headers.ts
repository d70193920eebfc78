import helmet from '@fastify/helmet';
import { YEAR_SECONDS } from '@keepsake/contracts/platform/limits';
import type { FastifyInstance } from 'fastify';

export type PolicySources = {
  /** Origins besides 'self' that pages talk to: identity provider, object storage, the retailer's own services. */
  connectOrigins: readonly string[];
  secureTransport: boolean;
  /** Whether browsers also call all hosts below ours over https only. */
  hasSecureSubdomains?: boolean;
};

/** What a page may load besides our own: scripts by full address, and the origins that they talk to. */
export type ForeignScripts = { scripts: readonly string[]; origins: readonly string[] };
const NO_SCRIPTS: ForeignScripts = { scripts: [], origins: [] };

type Openings = { frameAncestors?: string; foreign?: ForeignScripts };

/** The policy of our pages (docs/security.md): only scripts we serve run, and nobody frames the pages. */
export function contentSecurityPolicy(
  { connectOrigins, secureTransport }: PolicySources,
  { frameAncestors = "'none'", foreign = NO_SCRIPTS }: Openings = {},
): string {
  const listed = (addresses: readonly string[]) => addresses.map((address) => ` ${address}`).join('');
  const others = listed([...new Set([...connectOrigins, ...foreign.origins])]);
  return [
    "default-src 'none'",
    `script-src 'self'${listed(foreign.scripts)}`,
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' blob: data:${others}`,
    `connect-src 'self'${others}`,
    `frame-src 'self'${listed(connectOrigins)}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    `frame-ancestors ${frameAncestors}`,
    "base-uri 'none'",
    "form-action 'self'",
    ...(secureTransport ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/** Gives every answer the strict headers. A route with a policy of its own sets that header itself. */
export async function addSecurityHeaders(app: FastifyInstance, sources: PolicySources): Promise<void> {
  const policy = contentSecurityPolicy(sources);
  app.addHook('onRequest', async (_request, reply) => void reply.header('content-security-policy', policy));
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // The sign-in window visits the provider's origin and must find its way back to the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-site' },
    frameguard: { action: 'deny' },
    hsts: sources.secureTransport
      ? { maxAge: YEAR_SECONDS, includeSubDomains: sources.hasSecureSubdomains === true }
      : false,
    referrerPolicy: { policy: 'no-referrer' },
  });
}

/**
 * For the pages that the sign-in window passes through. Any other policy would cut it off from the page that opened it as soon as
 * the provider and the page have different origins.
 */
export const KEEP_OPENER = ['cross-origin-opener-policy', 'unsafe-none'] as const;

/**
 * For the answer that ends a session, or says that it has ended: the browser drops the photos that it has cached. Never its storage,
 * which holds what is still to be uploaded, nor cookies.
 */
export const CLEAR_CACHE = ['clear-site-data', '"cache"'] as const;
