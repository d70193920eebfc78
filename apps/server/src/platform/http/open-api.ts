import {
  type Access,
  type Endpoint,
  type KeyUse,
  RECENT_SIGN_IN_SECONDS,
} from '@keepsake/contracts/platform/endpoint';
import { PROBLEMS, problemBody } from '@keepsake/contracts/platform/problem';
import { sampleOf } from '@keepsake/contracts/platform/sample';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import * as z from 'zod/mini';
import { problemsOf } from './declared-problems.ts';

type Schema = Record<string, unknown>;

/** The token that each kind of access requires. */
const SECURITY_SCHEMES = {
  customer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Access token of a signed-in customer',
  },
  service: { type: 'http', scheme: 'bearer', description: "Token of one of the retailer's systems" },
  phone: { type: 'http', scheme: 'bearer', description: 'Token from the code scanned by a phone' },
} satisfies Record<Exclude<Access, 'public'>, object>;

/** The endpoints of the contract as an OpenAPI 3.1 document. */
export function openApiDocument(endpoints: readonly Endpoint[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const url = SERVICE_PATHS[endpoint.service] + endpoint.path;
    paths[url] = { ...paths[url], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Keepsake', version: '1' },
    paths,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: { Problem: schemaOf(problemBody, 'output') },
    },
  };
}

function operationOf(endpoint: Endpoint) {
  const { name, service, access, idempotencyKey, recentSignIn, isForBusiness, params, query, body, file } =
    endpoint;
  const sample = sampleOf(endpoint);
  const description = [isForBusiness && FOR_BUSINESS, recentSignIn && NEEDS_RECENT_SIGN_IN]
    .filter(Boolean)
    .join('. ');
  return {
    operationId: name,
    tags: [service],
    ...(description && { description }),
    ...(access !== 'public' && { security: [{ [access]: [] }] }),
    parameters: [
      ...parametersOf('path', params, sample.params),
      ...parametersOf('query', query, sample.query),
      ...keyParameter(idempotencyKey),
    ],
    ...(body && { requestBody: requestBodyOf(body, sample.body) }),
    ...(file && { requestBody: fileBodyOf(file) }),
    responses: { ...answerOf(endpoint), ...problemAnswersOf(endpoint) },
  };
}

const FOR_BUSINESS = 'Business customers only; others get business-only';
const NEEDS_RECENT_SIGN_IN = `Requires a sign-in within the last ${RECENT_SIGN_IN_SECONDS} seconds, otherwise returns recent-sign-in-required (RFC 9470)`;

function parametersOf(
  where: 'path' | 'query',
  schema: z.ZodMiniType | undefined,
  sample: Record<string, unknown> = {},
) {
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
    // As generated clients are to write lists; `read-query.ts` takes other ways, too.
    ...(property.type === 'array' && { style: 'form', explode: false }),
    ...(Object.hasOwn(sample, name) && { example: sample[name] }),
  }));
}

/** The header that makes a creation idempotent. */
function keyParameter(use: KeyUse | undefined) {
  if (!use) return [];
  const description =
    'Identifies this attempt. Repeating the request with the same key returns the same response and creates nothing; a different request with the same key gets a 409';
  const schema = { type: 'string', minLength: 1, maxLength: 255 };
  return [{ name: 'Idempotency-Key', in: 'header', required: use === 'required', description, schema }];
}

function requestBodyOf(body: z.ZodMiniType, example: unknown) {
  const required = !z.safeParse(body, undefined).success;
  return { required, content: { 'application/json': { schema: schemaOf(body, 'input'), example } } };
}

function fileBodyOf({ types, maxBytes }: NonNullable<Endpoint['file']>) {
  const description = `At most ${maxBytes} bytes`;
  return { required: true, description, content: Object.fromEntries(types.map((type) => [type, {}])) };
}

function answerOf({ response, status, download }: Endpoint) {
  if (download) return { 200: { description: 'The file', content: { [download]: {} } } };
  if (!response) return { 204: { description: 'Done' } };
  const content = { 'application/json': { schema: schemaOf(response, 'output') } };
  return { [status ?? 200]: { description: status ? 'Accepted' : 'OK', content } };
}

/** The problems that a call may be answered with, by their status. */
function problemAnswersOf(endpoint: Endpoint) {
  const byStatus = Map.groupBy(problemsOf(endpoint), (code) => PROBLEMS[code].status);
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  const answers = [...byStatus].map(([status, codes]) => {
    const description = codes.map((code) => `${code}: ${PROBLEMS[code].title}`).join('; ');
    return [status, { description, content }];
  });
  return Object.fromEntries(answers);
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
