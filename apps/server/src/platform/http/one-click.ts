import type { FastifyInstance } from 'fastify';

/** For the addresses in a mail's headers at which clients post with one click (RFC 8058), and which people may open. */
export const ONE_CLICK = {
  config: {
    access: 'token',
    budget: { unlimited: 'mail providers post for many recipients from few networks' },
  },
} as const;

const MAX_FORM_BYTES = 4_096;

/** Accepts what clients post there, a form of either kind, and ignores what is in it. */
export function ignoreForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'buffer', bodyLimit: MAX_FORM_BYTES },
    (_request, _body, done) => done(null, undefined),
  );
}
