import type { FastifyInstance } from 'fastify';
import type { Route } from './http/route.ts';
import type { Task } from './jobs/jobs.ts';

/** What a module's door gives to the app, which lists the modules and knows nothing else of them. */
export type Module = {
  /** Answers to endpoints of the contract. */
  routes?: readonly Route[];
  /** Jobs that it can do. */
  tasks?: readonly Task[];
  /** Lines of graphile-worker's crontab, in UTC: what is done without being asked for. */
  crons?: readonly string[];
  /** Answers that are not endpoints of the contract: streams, pages, sockets. */
  mount?(http: FastifyInstance): unknown;
  close?(): Promise<void>;
};
