import type { FastifyInstance } from 'fastify';

export type PolicySources = {
  /** Origins besides 'self' that pages talk to: identity provider, object storage, services of the retailer's own. */
  connectOrigins: readonly string[];
  secureTransport: boolean;
};

/** The policy of our pages (docs/security.md): only what we serve runs, nothing frames them. */
export function contentSecurityPolicy(
  { connectOrigins, secureTransport }: PolicySources,
  frameAncestors = "'none'",
): string {
  const others = connectOrigins.map((origin) => ` ${origin}`).join('');
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' blob: data:${others}`,
    `connect-src 'self'${others}`,
    `frame-src 'self'${others}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    `frame-ancestors ${frameAncestors}`,
    "base-uri 'none'",
    "form-action 'self'",
    ...(secureTransport ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/** Gives every answer the strict policy; routes with another one set their own header. */
export function addContentSecurityPolicy(app: FastifyInstance, sources: PolicySources): void {
  const policy = contentSecurityPolicy(sources);
  app.addHook('onRequest', async (_request, reply) => void reply.header('content-security-policy', policy));
}

/**
 * For the pages that a small sign-in window walks through: with any other policy the browser would cut it off from the
 * page that opened it as soon as provider and page are of different origins.
 */
export const KEEP_OPENER = ['cross-origin-opener-policy', 'unsafe-none'] as const;
