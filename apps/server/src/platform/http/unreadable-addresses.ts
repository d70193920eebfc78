import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';

/** No link leads here: it stands for addresses that are none. */
const UNREADABLE = '/.unreadable-address';

/**
 * Addresses that the router cannot read (`/%ff`, a parameter of more than 2,048 characters) never reach a hook, and would
 * be answered without correlation id and security headers. They are sent on to a route that refuses them as ours do.
 */
export function refuseUnreadableAddresses(app: FastifyInstance): void {
  app.all(UNREADABLE, async () => {
    throw new Problem('invalid-request', { detail: 'The address cannot be read' });
  });
}

/** Fastify's `frameworkErrors` for a server that has `refuseUnreadableAddresses`. */
export function sendToRefusal(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  request.raw.url = UNREADABLE;
  request.server.routing(request.raw, reply.raw);
}
