import type {
  Access,
  BodyOf,
  Endpoint,
  KeyUse,
  ParamsOf,
  QueryOf,
  ResponseOf,
} from '@keepsake/contracts/platform/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal, ServiceCaller } from '../auth.ts';
import type { Attempt } from '../idempotency.ts';

/** The known caller, by an endpoint's `access`. A phone's token is verified by the handler. */
type Callers = {
  customer: { customer: Principal; service?: undefined };
  service: { customer?: undefined; service: ServiceCaller };
  public: { customer?: undefined; service?: undefined };
  phone: { customer?: undefined; service?: undefined };
};
export type Caller = Callers[Access];

/** Identifies the attempt of a creating request; null without an Idempotency-Key. */
type AttemptOf<Use extends KeyUse | undefined> = 'required' extends Use ? Attempt : Attempt | null;

/** What a handler gets: the checked parts of the request, and the caller. */
export type Call<E extends Endpoint = Endpoint> = Callers[E['access']] & {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  attempt: AttemptOf<E['idempotencyKey']>;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** Nothing if the contract has no response: the answer is 204, or a file that the handler has sent. */
type Answer<E extends Endpoint> = [ResponseOf<E>] extends [undefined]
  ? Promise<void>
  : Promise<ResponseOf<E>>;

/** An endpoint of the contract with its handler; `app.ts` mounts them all. */
export type Route = { endpoint: Endpoint; handle(call: Call): Promise<unknown> };

/** Pairs an endpoint with a handler of the right types. */
export function route<E extends Endpoint>(endpoint: E, handle: (call: Call<E>) => Answer<E>): Route {
  // Mounting builds each call as its endpoint describes it, so the handler gets what its type says.
  return { endpoint, handle: handle as (call: never) => Promise<unknown> };
}
