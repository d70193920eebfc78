import type { FastifyInstance } from 'fastify';
import type { Route } from './http/route.ts';
import type { Cron, Task } from './jobs/jobs.ts';
import type { PersonalData } from './personal-data.ts';

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
  /** What it keeps of customers, which a closed account erases and 'my data' shows. */
  personalData?: PersonalData;
  close?(): Promise<void>;
};
