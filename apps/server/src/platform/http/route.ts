import type { Access, BodyOf, Endpoint, KeyUse, ParamsOf, QueryOf, ResponseOf } from '@keepsake/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal, ServiceCaller } from '../auth.ts';
import type { Attempt } from '../idempotency.ts';

/** Who is known to call, by what an endpoint's `access` asks for. A phone's token is the handler's to verify. */
type Callers = {
  customer: { customer: Principal; service?: undefined };
  service: { customer?: undefined; service: ServiceCaller };
  public: { customer?: undefined; service?: undefined };
  phone: { customer?: undefined; service?: undefined };
};
export type Caller = Callers[Access];

/** What a request that creates is named by; null without an Idempotency-Key. */
type AttemptOf<Use extends KeyUse | undefined> = 'required' extends Use ? Attempt : Attempt | null;

/** What a handler gets: the checked parts of the request, and who calls. */
export type Call<E extends Endpoint = Endpoint> = Callers[E['access']] & {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  attempt: AttemptOf<E['idempotencyKey']>;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** Nothing where the contract has no response: the answer is 204, or a file that the handler has sent. */
type Answer<E extends Endpoint> = [ResponseOf<E>] extends [undefined]
  ? Promise<void>
  : Promise<ResponseOf<E>>;

/** An endpoint of the contract with its handler; `app.ts` mounts them all. */
export type Route = { endpoint: Endpoint; handle(call: Call): Promise<unknown> };

/** Pairs an endpoint with a handler of the right types. */
export function route<E extends Endpoint>(endpoint: E, handle: (call: Call<E>) => Answer<E>): Route {
  // Mounting makes each call as its endpoint describes it, so the handler gets what its type says.
  return { endpoint, handle: handle as (call: never) => Promise<unknown> };
}
