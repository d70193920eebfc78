import { type Endpoint, PROBLEMS, problemBody, SERVICE_PATHS } from '@keepsake/contracts';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

type Schema = Record<string, unknown>;

/** `/docs/openapi.json`, made of the contract, and `/docs`, the same for people. */
export function mountOpenApi(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const document = openApiDocument(endpoints);
  app.get('/docs/openapi.json', async () => document);
  app.get('/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(pageOf(endpoints)));
}

/** OpenAPI 3.1 of the mounted endpoints. */
function openApiDocument(endpoints: readonly Endpoint[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const url = urlOf(endpoint);
    paths[url] = { ...paths[url], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Keepsake', version: '1' },
    paths,
    components: {
      securitySchemes: {
        customer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        service: { type: 'http', scheme: 'bearer' },
      },
      schemas: { Problem: schemaOf(problemBody, 'output') },
    },
  };
}

const urlOf = (endpoint: Endpoint) => SERVICE_PATHS[endpoint.service] + endpoint.path;

function operationOf({ name, service, access, params, query, body, response }: Endpoint) {
  const ok = response
    ? {
        200: { description: 'OK', content: { 'application/json': { schema: schemaOf(response, 'output') } } },
      }
    : { 204: { description: 'Done' } };
  const problem = { $ref: '#/components/schemas/Problem' };
  return {
    operationId: name,
    tags: [service],
    ...(access === 'public' ? {} : { security: [{ [access]: [] }] }),
    parameters: [...parametersOf('path', params), ...parametersOf('query', query)],
    ...(body
      ? {
          requestBody: {
            required: !z.safeParse(body, undefined).success,
            content: { 'application/json': { schema: schemaOf(body, 'input') } },
          },
        }
      : {}),
    responses: {
      ...ok,
      default: {
        description: `A problem: ${Object.keys(PROBLEMS).join(', ')}`,
        content: { 'application/problem+json': { schema: problem } },
      },
    },
  };
}

function parametersOf(where: 'path' | 'query', schema: z.ZodMiniType | undefined) {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }));
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function pageOf(endpoints: readonly Endpoint[]): string {
  const rows = endpoints.map((endpoint) => {
    const who = endpoint.access === 'customer' ? 'customer' : endpoint.access;
    return `<tr><td>${endpoint.method}</td><td><code>${urlOf(endpoint)}</code></td><td>${endpoint.name}</td><td>${who}</td></tr>`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Keepsake API</title></head><body><h1>Keepsake API</h1>
<p>The whole contract: <a href="/docs/openapi.json">openapi.json</a> (OpenAPI 3.1)</p>
<table><thead><tr><th>Method</th><th>Path</th><th>Operation</th><th>Access</th></tr></thead><tbody>${rows.join('')}</tbody></table></body></html>`;
}
