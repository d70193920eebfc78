import type { FastifyReply, FastifyRequest } from 'fastify';
import { donePage } from '../pages/message-pages.ts';
import { TOKEN_PARAMETER } from './addresses.ts';
import { sendPage } from './answer.ts';
import type { RouteDeps } from './route-deps.ts';

/** The token that the address of a mailed link carries; empty when it has none. */
export function tokenOf(request: FastifyRequest): string {
  const value = (request.query as Record<string, unknown>)[TOKEN_PARAMETER];
  return typeof value === 'string' ? value : '';
}

/** For links that are too old, spent or made up: which of these is not said. */
export function showBadLink(deps: RouteDeps, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const appearance = deps.appearances.ofRequest(request);
  return sendPage(reply, deps.policies, donePage(appearance, 'badLink', appearance.home), 410);
}
