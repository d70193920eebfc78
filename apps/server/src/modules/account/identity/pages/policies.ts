/**
 * Content-Security-Policy of the identity pages. `form-action` names the web app's origins because browsers apply it
 * to the redirects after a form too, and signing in ends on the brand's host.
 */
export function createPolicies(appOrigins: readonly string[]) {
  const origins = appOrigins.join(' ');
  const policy = (frameAncestors: string) =>
    [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      `form-action 'self' ${origins}`,
      `frame-ancestors ${frameAncestors}`,
      "base-uri 'none'",
    ].join('; ');
  return { page: policy("'none'"), silent: policy(`'self' ${origins}`) };
}

export type Policies = ReturnType<typeof createPolicies>;
