import { type Endpoint, SERVICE_PATHS } from '@keepsake/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Principal, VerifyToken } from '../auth/principal.ts';
import type { VerifyService } from '../auth/service-credentials.ts';
import { Problem } from '../problem.ts';
import { compileSchema } from './compile-schema.ts';
import { parsePart } from './parse-part.ts';
import type { Call, Route } from './route.ts';

/**
 * Mounts contract endpoints: default-deny sign-in, the request checked on the way in, the answer on the way out. Without
 * `verifyService` no service is known.
 */
export function mountRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  verifyToken: VerifyToken,
  verifyService: VerifyService = knowNoService,
): void {
  for (const { endpoint, handle } of routes) {
    const response = endpoint.response && compileSchema(endpoint.response);
    app.route({
      method: endpoint.method,
      url: urlOf(endpoint),
      handler: async (request, reply) => {
        const callers = {
          customer: await callerOf(endpoint, request, verifyToken),
          service: serviceOf(endpoint, request, verifyService),
        };
        const call: Call<Endpoint> = {
          params: parsePart(endpoint.params, request.params, 'params'),
          query: parsePart(endpoint.query, request.query, 'query'),
          body: parsePart(endpoint.body, request.body, 'body'),
          ...callers,
          request,
          reply,
        };
        const answer = await handle(call);
        if (!response) return reply.code(204).send();
        return reply.header('cache-control', 'no-store').send(z.parse(response, answer));
      },
    });
  }
}

/** Fastify's pattern for an endpoint below its service's base path. */
function urlOf(endpoint: Endpoint): string {
  return SERVICE_PATHS[endpoint.service] + endpoint.path.replace(/\{(\w+)\}/g, ':$1');
}

async function callerOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  verifyToken: VerifyToken,
): Promise<Principal> {
  if (endpoint.access !== 'customer') return undefined as unknown as Principal;
  const customer = await verifyToken(bearerTokenOf(request));
  request.customerId = customer.customerId;
  return customer;
}

function serviceOf(endpoint: Endpoint, request: FastifyRequest, verifyService: VerifyService): string {
  return endpoint.access === 'service' ? verifyService(bearerTokenOf(request)) : '';
}

function knowNoService(): never {
  throw new Problem('unauthenticated');
}

/** The bearer token of a request; the problem `unauthenticated` when there is none. */
export function bearerTokenOf(request: FastifyRequest): string {
  const [, token] = /^Bearer ([\w.~+/=-]{1,8192})$/i.exec(request.headers.authorization ?? '') ?? [];
  if (!token) throw new Problem('unauthenticated');
  return token;
}
