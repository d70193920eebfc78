import type { FastifyInstance } from 'fastify';
import type { Route } from '../../../platform/http/route.ts';
import type { Task } from '../../../platform/jobs/jobs.ts';
import type { Deps } from './deps.ts';
import { FORGET_CRON, forgetDownloadsTask, planDownloadTask } from './jobs.ts';
import { downloadRoutes } from './routes.ts';
import { mountDownloads } from './serve-downloads.ts';

type Downloads = {
  routes: Route[];
  tasks: Task[];
  crons: string[];
  /** Archives by signed address. */
  mount(app: FastifyInstance): void;
};

/** Archives of chosen photos: planned by a job, and streamed from the originals when they are downloaded. */
export function createDownloads(deps: Deps): Downloads {
  return {
    routes: downloadRoutes(deps),
    tasks: [planDownloadTask(deps), forgetDownloadsTask(deps)],
    crons: [FORGET_CRON],
    mount: (app) => mountDownloads(app, deps),
  };
}
