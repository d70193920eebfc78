import type { Module } from '../../../platform/module.ts';
import type { Deps } from './deps.ts';
import { planDownloadTask } from './jobs.ts';
import { DOWNLOADS_DATA, TABLES } from './personal-data.ts';
import { downloadRoutes } from './routes.ts';
import { mountDownloads } from './serve-downloads.ts';

/** Archives of selected photos: planned by a job, and streamed from the originals when downloaded. */
export function createDownloads(deps: Deps): Module {
  return {
    routes: downloadRoutes(deps),
    tasks: [planDownloadTask(deps)],
    tables: TABLES,
    expires: [{ table: 'downloads', column: 'expires_at' }],
    personalData: DOWNLOADS_DATA,
    mount: (app) => mountDownloads(app, deps),
  };
}
