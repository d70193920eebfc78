import type { Module } from '../../../platform/module.ts';
import type { Deps } from './deps.ts';
import { archiveTasks, CHECK_CRON } from './jobs.ts';
import { personalArchives, TABLES } from './personal-data.ts';
import { myDataRoutes } from './routes.ts';
import { mountArchives } from './serve-archive.ts';

export type { PhotosOfMyData } from './deps.ts';

/** All data we have about a customer, for the customer: requested, written by a job, available for a week (ADR 40). */
export function createMyData(deps: Deps): Module {
  return {
    routes: myDataRoutes(deps),
    tasks: archiveTasks(deps),
    crons: [CHECK_CRON],
    tables: TABLES,
    personalData: personalArchives(deps),
    mount: (app) => mountArchives(app, deps),
  };
}
