import type { FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';
import { isLoopback } from '../server-address.ts';

/**
 * A hook that lets in requests to the host of `publicUrl` or a name of this machine, and no others. What answers without a
 * sign-in needs it: a browser sends the name that it looked up, and whoever owns a name can make it lead to this server
 * (DNS rebinding) and read the answer as their own.
 */
export function requireKnownHost(publicUrl: string): (request: FastifyRequest) => Promise<void> {
  const { hostname } = new URL(publicUrl);
  return async (request) => {
    if (request.hostname !== hostname && !isLoopback(request.hostname)) throw new Problem('not-found');
  };
}
