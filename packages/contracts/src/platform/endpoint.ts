import type * as z from 'zod/mini';
import { MINUTE_SECONDS } from './limits.ts';
import type { ProblemCode } from './problem.ts';
import type { Part, Sample, SampleOf } from './sample.ts';
import type { ServiceName } from './services.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/**
 * Who may call: a signed-in customer (the default), anybody, a retailer's system with service credentials, or a phone with the
 * token of a code, which the handler verifies.
 */
export type Access = 'customer' | 'public' | 'service' | 'phone';

/** Scopes that a service's token can grant. */
export const SERVICE_SCOPES = [
  'orders',
  'events',
  'files',
  'projects',
  'products',
  'vouchers',
  'invoices',
  'mails',
] as const;
export type ServiceScope = (typeof SERVICE_SCOPES)[number];

/** Header that identifies one attempt to create something: letters, digits and punctuation, up to 255 characters. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

/**
 * Whether a creating call takes an Idempotency-Key. The same key and request get the same answer and create nothing more;
 * another request under the same key is a 409. Keys of customers are remembered for a day.
 */
export type KeyUse = 'optional' | 'required';

/** Maximum age of the sign-in for a call with `recentSignIn`, in seconds. */
export const RECENT_SIGN_IN_SECONDS = 5 * MINUTE_SECONDS;

/** Header with the ID token, which says when the customer signed in where access tokens do not. */
export const ID_TOKEN_HEADER = 'x-id-token';

/**
 * How often a call may be made: `calls` at once, refilled evenly over `seconds`. Counted per caller (a customer, a service, or the
 * network of anybody else) and, if `per` names a parameter, for each of its values.
 */
export type Budget = {
  calls: number;
  seconds: number;
  per?: string;
  /** Counted by all nodes together, for what sends messages or costs money; otherwise each node counts, which costs nothing. */
  isShared?: true;
};

/** An API call: one description, which the server mounts and the web app calls. */
export type Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
  By extends Access = Access,
  Key extends KeyUse | undefined = KeyUse | undefined,
> = {
  /** Unique verb-noun name; also the operation id of the OpenAPI document. */
  name: string;
  service: ServiceName;
  method: Method;
  /** Path below the service's base path, parameters as `{name}`. */
  path: string;
  access: By;
  /** The required scope of a service's token; `orders` by default. */
  scope?: ServiceScope;
  /** Absent: the header is ignored. */
  idempotencyKey?: Key;
  /**
   * Secures the account or discloses much of it: after an older sign-in the call fails with the problem
   * `recent-sign-in-required`, upon which the web app asks for a sign-in and repeats the call. A list names the body fields
   * that require it.
   */
  recentSignIn?: true | readonly string[];
  /** For business customers only; consumers get the problem `business-only` [B2B-07]. */
  isForBusiness?: true;
  /**
   * What refuses the call with 429 when it is made too often, though never a repetition under its Idempotency-Key. Absent: as
   * often as one network may make requests. An empty list refuses nobody.
   */
  budgets?: readonly Budget[];
  /** Also takes the ID token, for claims that access tokens may lack. */
  idToken?: true;
  /** Also open to customers whose account is closed; all other calls fail with the problem `account-deleted`. */
  isForClosed?: true;
  /** Also open to business customers who lack a required second factor, so that they can set one up. */
  isForSetUp?: true;
  /** Fails with the problem `held-after-restore` while the database may have forgotten what was done since its backup. */
  isHeldAfterRestore?: true;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The body is a file of one of these types, up to `maxBytes`, instead of JSON. */
  file?: { types: readonly string[]; maxBytes: number };
  /** Absent: the answer is a 204 without a body, or a file. */
  response?: Response;
  /** The status of an answer with a body, if it is not 200: what was requested is yet to be done. */
  status?: 202;
  /** The answer is a file of this type, whole or a byte range, sent by the handler. */
  download?: string;
  /** What its handler may refuse, beside what follows from the rest of this description. */
  problems?: readonly ProblemCode[];
  /** A valid request, for the tests that walk all calls and for the API reference; not part of the browser's bundle (ADR 103). */
  sample?: Sample;
};

type Described<
  P extends z.ZodMiniType,
  Q extends z.ZodMiniType,
  B extends z.ZodMiniType,
  R extends z.ZodMiniType,
  A extends Access,
  K extends KeyUse | undefined,
> = Omit<Endpoint<P, Q, B, R, A, K>, 'access' | 'recentSignIn' | 'budgets' | 'sample'> & {
  access?: A;
  budgets?: readonly (Budget & { per?: keyof z.output<P> & string })[];
  recentSignIn?: true | readonly (keyof z.input<B> & string)[];
} & SampleOf<P, Q, B>;

/** Describes one call; `access` defaults to customers. */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<
  P extends z.ZodMiniType = z.ZodMiniUndefined,
  Q extends z.ZodMiniType = z.ZodMiniUndefined,
  B extends z.ZodMiniType = z.ZodMiniUndefined,
  R extends z.ZodMiniType = z.ZodMiniUndefined,
  A extends Access = 'customer',
  K extends KeyUse | undefined = undefined,
>({ access = 'customer' as A, ...described }: Described<P, Q, B, R, A, K>): Endpoint<P, Q, B, R, A, K> {
  return { ...described, access };
}

export type ParamsOf<E> =
  E extends Endpoint<infer P, z.ZodMiniType, z.ZodMiniType, z.ZodMiniType> ? z.output<P> : never;
export type QueryOf<E> =
  E extends Endpoint<z.ZodMiniType, infer Q, z.ZodMiniType, z.ZodMiniType> ? z.output<Q> : never;
export type BodyOf<E> =
  E extends Endpoint<z.ZodMiniType, z.ZodMiniType, infer B, z.ZodMiniType> ? z.output<B> : never;
export type ResponseOf<E> =
  E extends Endpoint<z.ZodMiniType, z.ZodMiniType, z.ZodMiniType, infer R> ? z.output<R> : never;

/** What a caller passes: the input side of each schema; parts that the endpoint lacks are left out. */
export type RequestOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodMiniType>
    ? Part<'params', P> & Part<'query', Q> & Part<'body', B>
    : never;
