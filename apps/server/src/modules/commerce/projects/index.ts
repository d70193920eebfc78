import type { Module } from '../../../platform/module.ts';
import type { Deps } from './deps.ts';
import { END_PROJECTS_CRON, endProjectsTask } from './end-projects.ts';
import { mountPictures } from './pictures.ts';
import { projectRoutes } from './routes.ts';

export { countProjects } from './store.ts';

/** What customers make in editors and have not ordered yet: saved by the editor, found again, deleted and taken back here. */
export function createProjects(deps: Deps): Module {
  return {
    routes: projectRoutes(deps),
    tasks: [endProjectsTask(deps)],
    crons: [END_PROJECTS_CRON],
    mount: (app) => mountPictures(app, deps),
  };
}
