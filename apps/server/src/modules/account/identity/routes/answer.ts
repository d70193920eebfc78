import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { Problem } from '../../../../platform/problem.ts';
import type { Appearances } from '../pages/appearance.ts';
import { expiredPage, failurePage } from '../pages/failure-pages.ts';
import type { Policies } from '../pages/policies.ts';
import { errors } from '../provider/oidc-library.ts';

/** Sends a page with the headers that all identity pages have. */
export function sendPage(reply: FastifyReply, policies: Policies, page: string, status = 200): FastifyReply {
  return reply
    .code(status)
    .header('content-security-policy', policies.page)
    .header('referrer-policy', 'same-origin')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page);
}

type Deps = { appearances: Appearances; policies: Policies; provider: Provider };

/** Failures of these routes are pages with a way on, not JSON. */
export function answerFailures({ appearances, policies, provider }: Deps) {
  return async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const appearance = appearances.ofRequest(request);
    if (error instanceof errors.SessionNotFound) {
      // The sign-in page stays in the browser's history: Back finds it when there is nothing to sign in to any more.
      if (await isSignedIn(provider, request, reply)) return reply.redirect(appearance.home, 303);
      return sendPage(reply, policies, expiredPage(appearance), 410);
    }
    const status = statusOf(error);
    if (status >= 500) request.log.error({ err: error }, 'an identity page failed');
    return sendPage(reply, policies, failurePage(appearance, status, request.id), status);
  };
}

async function isSignedIn(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  if (request.method !== 'GET') return false;
  const session = await provider.Session.get({ req: request.raw, res: reply.raw });
  return session.accountId !== undefined;
}

function statusOf(error: unknown): number {
  if (error instanceof Problem) return error.status;
  return (error as FastifyError).statusCode ?? 500;
}

/** The way home for those who open an address that does not exist. */
export function answerUnknownPage({ appearances, policies }: Omit<Deps, 'provider'>) {
  return (request: FastifyRequest, reply: FastifyReply) =>
    sendPage(reply, policies, expiredPage(appearances.ofRequest(request)), 404);
}
