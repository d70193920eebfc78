import type { FastifyInstance } from 'fastify';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Route } from '../../../platform/http/route.ts';
import type { Task } from '../../../platform/jobs/jobs.ts';
import { checkExportsTask, exportsCron } from './check-exports.ts';
import { mountChunks } from './chunks/serve-chunks.ts';
import type { Deps } from './deps.ts';
import { layOutExportTask } from './lay-out/lay-out-export.ts';
import { type ExportRequest, requestExport } from './request-export.ts';
import { exportRoutes } from './routes.ts';

export type Exports = {
  routes: Route[];
  tasks: Task[];
  crons: string[];
  mount(app: FastifyInstance): void;
  /** Asks for an export on a customer's behalf, in a transaction; none of the customer's own of that day is used up. */
  requestExport(trx: Queryable, request: ExportRequest): Promise<void>;
};

/** Exports of whole libraries: asked for, laid out into chunks by a job, streamed when they are fetched. */
export function createExports(deps: Deps): Exports {
  return {
    routes: exportRoutes(deps),
    tasks: [layOutExportTask(deps), checkExportsTask(deps)],
    crons: [exportsCron],
    mount: (app) => mountChunks(app, deps),
    async requestExport(trx, request) {
      await requestExport(deps, trx, request);
    },
  };
}
