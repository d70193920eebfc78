import { type Endpoint, IDEMPOTENCY_HEADER } from '@keepsake/contracts/platform/endpoint';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import * as core from 'zod/v4/core';
import { bearerTokenOf, type VerifyService, type VerifyToken } from '../auth.ts';
import { readAttempt } from '../idempotency.ts';
import { Problem } from '../problem.ts';
import { type RequireRecentSignIn, refuseSignIns } from '../recent-sign-in.ts';
import type { SpendBudgets } from './budgets.ts';
import { COMPRESSED } from './compression.ts';
import { requireDeclared } from './declared-problems.ts';
import { withoutInvisibleTexts } from './json-bodies.ts';
import { createQueryReader } from './read-query.ts';
import type { Call, Caller, Route } from './route.ts';
import type { RouteBudget } from './route-budgets.ts';

/** Limit of what is read before the caller is known: a phone's token is checked by the handler. */
const PHONE_BODY_BYTES = 16 * 1024;

export type Verifiers = {
  verifyToken: VerifyToken;
  /** Admits customers whose account is closed; without it they are admitted nowhere. */
  verifyClosed?: VerifyToken;
  /** Admits business customers who have yet to set up a second factor; without it they are admitted nowhere. */
  verifySetUp?: VerifyToken;
  /** Without it no service is known. */
  verifyService?: VerifyService;
  /** Without it no sign-in counts as recent. */
  requireRecentSignIn?: RequireRecentSignIn;
  spendBudgets: SpendBudgets;
};

/**
 * Mounts endpoints of the contract: nobody is admitted unless `access` says so, the request is validated on the way in and the
 * answer on the way out.
 */
export function mountRoutes(app: FastifyInstance, routes: readonly Route[], verifiers: Verifiers): void {
  const callers = new WeakMap<FastifyRequest, Caller>();
  for (const { endpoint, handle } of routes) {
    const response = endpoint.response && compileSchema(endpoint.response);
    const readQuery = createQueryReader(endpoint.query);
    mountIn(app, endpoint, (scope, more) =>
      scope.route({
        ...more,
        ...COMPRESSED,
        config: { ...more.config, access: endpoint.access, budget: budgetOf(endpoint) },
        method: endpoint.method,
        bodyLimit: endpoint.access === 'phone' ? PHONE_BODY_BYTES : undefined,
        url: urlOf(endpoint),
        // Before the body: it is never read for callers without access.
        preParsing: async (request) => {
          callers.set(request, await callerOf(endpoint, request, verifiers));
        },
        handler: async (request, reply) => {
          const caller = callers.get(request) as Caller;
          await securePart(endpoint, caller, request, verifiers);
          const params = parsePart(endpoint.params, withoutInvisibleTexts(request.params), 'params');
          const query = parsePart(endpoint.query, withoutInvisibleTexts(readQuery(request.query)), 'query');
          const body = parsePart(endpoint.body, request.body, 'body');
          const attempt = readAttempt(endpoint, request.headers[IDEMPOTENCY_HEADER], [params, query, body]);
          // If the contract requires a key, reading the request without one has thrown.
          const call = { ...caller, params, query, body, attempt, request, reply } as Call;
          await verifiers.spendBudgets(endpoint, call);
          const answer = await requireDeclared(endpoint, request, () => handle(call));
          if (endpoint.download) return reply;
          if (!response) return reply.code(204).send();
          reply.code(endpoint.status ?? 200).header('cache-control', 'no-store');
          return reply.send(z.parse(response, answer));
        },
      }),
    );
  }
}

/** A file reaches its handler as the stream in `request.body`, without a time limit; all other bodies are JSON. */
function mountIn(
  app: FastifyInstance,
  { file }: Endpoint,
  mount: (scope: FastifyInstance, more: { config?: FastifyContextConfig }) => void,
): void {
  if (!file) mount(app, {});
  else
    app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser([...file.types], (_request, payload, done) => done(null, payload));
      mount(scope, { config: { isBodyStreamed: true } });
    });
}

/** What others of the same network do refuses nobody what is never refused. */
function budgetOf({ budgets }: Endpoint): RouteBudget {
  return budgets?.length === 0 ? { unlimited: 'its contract refuses nobody, however often' } : 'usual';
}

/** Fastify's pattern for an endpoint below its service's base path. */
function urlOf(endpoint: Endpoint): string {
  return SERVICE_PATHS[endpoint.service] + endpoint.path.replace(/\{(\w+)\}/g, ':$1');
}

/** A request before its body is read: a guard that looked into the body here would admit everything. */
type BeforeBody = Omit<FastifyRequest, 'body'>;

async function callerOf(endpoint: Endpoint, request: BeforeBody, verifiers: Verifiers): Promise<Caller> {
  const { access, scope = 'orders', recentSignIn, isForClosed, isForSetUp, isForBusiness } = endpoint;
  const {
    verifyToken,
    verifyClosed = verifyToken,
    verifySetUp = verifyToken,
    verifyService = knowNoService,
    requireRecentSignIn = refuseSignIns,
  } = verifiers;
  if (access === 'service') {
    const service = verifyService(bearerTokenOf(request));
    if (service.scopes.includes(scope)) return { service };
    throw new Problem('forbidden', { detail: `The token has no scope ${scope}` });
  }
  if (access !== 'customer') return {};
  const verify = (isForClosed && verifyClosed) || (isForSetUp && verifySetUp) || verifyToken;
  const customer = await verify(bearerTokenOf(request));
  request.customerId = customer.customerId;
  if (isForBusiness && !customer.isBusiness) throw new Problem('business-only');
  if (recentSignIn === true) await requireRecentSignIn(customer, request);
  return { customer: { ...customer, host: hostOf(request) } };
}

/** The host of the calling page, which may differ from that of the service. */
function hostOf({ headers: { origin }, hostname }: BeforeBody): string {
  return origin !== undefined && URL.canParse(origin) ? new URL(origin).hostname : hostname;
}

/** Requires a recent sign-in of calls whose body, as it was sent, has one of the endpoint's secured fields. */
async function securePart(
  { recentSignIn }: Endpoint,
  { customer }: Caller,
  request: FastifyRequest,
  { requireRecentSignIn = refuseSignIns }: Verifiers,
): Promise<void> {
  if (!Array.isArray(recentSignIn) || !customer) return;
  const { body } = request;
  const sent = typeof body === 'object' && body !== null ? body : {};
  const isSecured = recentSignIn.some((field) => Object.hasOwn(sent, field));
  if (isSecured) await requireRecentSignIn(customer, request);
}

function knowNoService(): never {
  throw new Problem('unauthenticated');
}

/** Checks one part of a request. Throws the problem `invalid-request` naming each wrong field. */
export function parsePart<Schema extends z.ZodMiniType>(
  schema: Schema | undefined,
  value: unknown,
  part: string,
): z.output<Schema> {
  if (!schema) return undefined as z.output<Schema>;
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const errors = result.error.issues.flatMap(leavesOf).slice(0, 20);
  const named = errors.map(({ path, message }) => ({
    path: [part, ...path.map(String)].join('.').slice(0, 200),
    message,
  }));
  throw new Problem('invalid-request', { errors: named });
}

type Leaf = { path: PropertyKey[]; message: string };

/**
 * For a value that may be one of several kinds, reports the problems of the first plausible one: the first where more than the
 * kind is right.
 */
function leavesOf(issue: core.$ZodIssue): Leaf[] {
  if (issue.code !== 'invalid_union') return [issue];
  const branches = issue.errors
    .map((errors) => errors.flatMap(leavesOf))
    .filter((errors) => errors.length > 0);
  const [first = [issue]] = branches;
  return first === undefined || branches.length === 0
    ? [issue]
    : first.map(({ path, message }) => ({ path: [...issue.path, ...path], message }));
}

/**
 * The same schema with its objects checked by generated code. `zod/mini` keeps the browser's bundle small but walks objects key
 * by key: a month page takes three times as long. Schema kinds that no response nests stay as they are.
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
