import { type Endpoint, SERVICE_PATHS } from '@keepsake/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import * as core from 'zod/v4/core';
import type { Principal, VerifyService, VerifyToken } from '../auth.ts';
import { Problem } from '../problem.ts';
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

/** Checks one part of a request; throws the problem `invalid-request` that names each wrong field. */
export function parsePart<Schema extends z.ZodMiniType>(
  schema: Schema | undefined,
  value: unknown,
  part: string,
): z.output<Schema> {
  if (!schema) return undefined as z.output<Schema>;
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const errors = result.error.issues.slice(0, 20).map((issue) => ({
    path: [part, ...issue.path.map(String)].join('.').slice(0, 200),
    message: issue.message,
  }));
  throw new Problem('invalid-request', { errors });
}

/**
 * The same schema with its objects checked by generated code: `zod/mini`, which keeps the browser's share small, walks
 * them key by key. A month page takes a third of the time. What a schema of the contract does not nest stays as it is.
 */
export function compileSchema<Schema extends z.ZodMiniType>(schema: Schema): Schema {
  return compile(schema as unknown as core.$ZodTypes) as unknown as Schema;
}

function compile(schema: core.$ZodTypes): core.$ZodType {
  const { def } = schema._zod;
  const inner = (part: core.$ZodType) => compile(part as core.$ZodTypes);
  switch (def.type) {
    case 'object': {
      if (def.checks?.length) return schema;
      const shape = Object.entries(def.shape).map(([key, part]) => [key, inner(part)]);
      return new core.$ZodObjectJIT({ ...def, shape: Object.fromEntries(shape) });
    }
    case 'array':
      return new core.$ZodArray({ ...def, element: inner(def.element) });
    case 'optional':
      return def.innerType._zod.def.type === 'optional'
        ? schema
        : new core.$ZodOptional({ ...def, innerType: inner(def.innerType) });
    case 'nullable':
      return new core.$ZodNullable({ ...def, innerType: inner(def.innerType) });
    default:
      return schema;
  }
}
