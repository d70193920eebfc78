import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '@keepsake/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../auth.ts';

/** What a handler gets: checked parts of the request and who calls. */
export type Call<E> = {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  customer: Principal;
  /** Name of the retailer's system that calls an endpoint of services; empty elsewhere. */
  service: string;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** An endpoint of the contract with its handler; `app.ts` gathers them all. */
export type Route = {
  endpoint: Endpoint;
  handle(call: Call<Endpoint>): Promise<unknown>;
};

/** Pairs an endpoint with a handler of the right types. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<ResponseOf<E>>,
): Route {
  return { endpoint, handle: handle as unknown as Route['handle'] };
}
