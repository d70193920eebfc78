import type { FastifyInstance } from 'fastify';
import type { Route } from './http/route.ts';
import type { Task } from './jobs/jobs.ts';

/** What a module gives the app, which knows nothing else about it. */
export type Module = {
  /** Handlers of the contract's endpoints. */
  routes?: readonly Route[];
  /** Background jobs it runs. */
  tasks?: readonly Task[];
  /** Lines of graphile-worker's crontab, in UTC: work that nobody asks for. */
  crons?: readonly string[];
  /** Mounts what is no endpoint of the contract: streams, pages, sockets. */
  mount?(http: FastifyInstance): unknown;
  close?(): Promise<void>;
};
