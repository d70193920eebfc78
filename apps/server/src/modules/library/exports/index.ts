import type { Queryable } from '../../../platform/database/database.ts';
import type { Module } from '../../../platform/module.ts';
import type { Deps } from './deps.ts';
import { CHECK_CRON, exportTasks } from './jobs.ts';
import { EXPORTS_DATA, TABLES } from './personal-data.ts';
import { createPhotosOfMyData } from './photos-of-my-data.ts';
import { type ExportRequest, requestExport } from './request-export.ts';
import { exportRoutes } from './routes.ts';
import { mountChunks } from './serve-chunks.ts';

export type Exports = Module & {
  /** The photos of 'my data'. */
  photosOfMyData: ReturnType<typeof createPhotosOfMyData>;
  /** Requests an export on a customer's behalf, in a transaction; the customer's daily limit does not apply. */
  requestExport(trx: Queryable, request: ExportRequest): Promise<void>;
};

/** Exports of whole libraries: requested, planned into chunks by a job, and streamed when downloaded. */
export function createExports(deps: Deps): Exports {
  return {
    routes: exportRoutes(deps),
    tasks: exportTasks(deps),
    crons: [CHECK_CRON],
    tables: TABLES,
    personalData: EXPORTS_DATA,
    mount: (app) => mountChunks(app, deps),
    photosOfMyData: createPhotosOfMyData(deps),
    async requestExport(trx, request) {
      await requestExport(deps, trx, request);
    },
  };
}
