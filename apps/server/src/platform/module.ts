import type { FastifyInstance } from 'fastify';
import type { Route } from './http/route.ts';
import type { Cron, Task } from './jobs/jobs.ts';

/** What a module gives the app, which knows nothing else about it. */
export type Module = {
  /** Handlers of the contract's endpoints. */
  routes?: readonly Route[];
  /** Background jobs it runs. */
  tasks?: readonly Task[];
  /** When tasks run that nobody asks for. */
  crons?: readonly Cron[];
  /** Mounts what is no endpoint of the contract: streams, pages, sockets. */
  mount?(http: FastifyInstance): unknown;
  close?(): Promise<void>;
};
