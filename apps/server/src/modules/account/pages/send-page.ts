import type { FastifyReply } from 'fastify';

/**
 * Content-Security-Policies of the identity pages. `form-action` names the web app's origins because browsers also apply
 * it to redirects after a form, and signing in ends on the brand's host.
 */
export function createPolicies(appOrigins: readonly string[]) {
  const origins = appOrigins.join(' ');
  const policy = (frameAncestors: string) =>
    [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "font-src 'self'",
      "img-src 'self' data:",
      `form-action 'self' ${origins}`,
      `frame-ancestors ${frameAncestors}`,
      "base-uri 'none'",
    ].join('; ');
  return { page: policy("'none'"), silent: policy(`'self' ${origins}`) };
}

export type Policies = ReturnType<typeof createPolicies>;

/** Sends a page with the headers common to all identity pages. */
export function sendPage(reply: FastifyReply, policies: Policies, page: string, status = 200): FastifyReply {
  return reply
    .code(status)
    .header('content-security-policy', policies.page)
    .header('referrer-policy', 'same-origin')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page);
}
