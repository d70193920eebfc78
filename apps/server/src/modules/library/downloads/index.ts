import type { FastifyInstance } from 'fastify';
import type { Route } from '../../../platform/http/route.ts';
import type { Task } from '../../../platform/jobs/jobs.ts';
import type { Deps } from './deps.ts';
import { forgetDownloads } from './download-store.ts';
import { layOutDownloadTask } from './lay-out-download.ts';
import { downloadRoutes } from './routes.ts';
import { mountDownloads } from './serve-downloads.ts';

const FORGET = 'forget-downloads';
/** Once a night, for graphile-worker's crontab. */
const DAILY = `17 3 * * * ${FORGET} ?jobKey=${FORGET}&max=3`;

/** Archives of chosen photos: asked for, laid out by a job, streamed when they are fetched. */
export function createDownloads(deps: Deps): {
  routes: Route[];
  tasks: Task[];
  crons: string[];
  mount(app: FastifyInstance): void;
} {
  const forget = { name: FORGET, handle: () => forgetDownloads(deps.db, deps.clock()) };
  return {
    routes: downloadRoutes(deps),
    crons: [DAILY],
    tasks: [layOutDownloadTask(deps), forget],
    mount: (app) => mountDownloads(app, deps),
  };
}
