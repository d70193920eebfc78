import type { Module } from '../../../platform/module.ts';
import { mountFiles } from '../../exchange/sent-files/index.ts';
import type { Deps } from './deps.ts';
import { END_PROJECTS_CRON, endProjectsTask } from './end-projects.ts';
import { projectsData, TABLES } from './personal-data.ts';
import { findPicture, PROJECT_PICTURES } from './pictures.ts';
import { readProjectsToFinish } from './present-projects.ts';
import { projectRoutes } from './routes.ts';

export { removeFromProjects } from './photos-of-projects.ts';
export { countProjects, lockProject, pushProjects, readOpenProjects } from './store.ts';

/** What customers make in editors and have not ordered yet: saved by the editor; found, deleted and restored here. */
export function createProjects(deps: Deps): Module {
  return {
    routes: projectRoutes(deps),
    tasks: [endProjectsTask(deps)],
    crons: [END_PROJECTS_CRON],
    mount: (app) =>
      mountFiles(app, deps, {
        area: PROJECT_PICTURES,
        find: (customerId, id) => findPicture(deps.db, customerId, id),
      }),
    tables: TABLES,
    personalData: projectsData(deps),
    overview: {
      projects: { service: 'projects', read: (customerId) => readProjectsToFinish(deps, customerId) },
    },
  };
}
