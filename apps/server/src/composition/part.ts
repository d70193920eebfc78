import type { FastifyInstance } from 'fastify';
import type { Route } from '../platform/http/route.ts';
import type { Task } from '../platform/jobs/jobs.ts';

/** What a module gives to the whole. */
export type Part = {
  /** Answers to endpoints of the contract. */
  routes?: readonly Route[];
  /** Jobs that it can do. */
  tasks?: readonly Task[];
  /** Answers that are no endpoints of the contract: streams, pages, sockets. */
  mount?(http: FastifyInstance): unknown;
  close?(): Promise<void>;
};
