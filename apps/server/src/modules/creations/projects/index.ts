import {
  deleteProject as deleteProjectEndpoint,
  endProject as endProjectEndpoint,
  getProjects,
  putProjectPicture,
  restoreProject as restoreProjectEndpoint,
  saveProject as saveProjectEndpoint,
} from '@keepsake/contracts/creations/projects';
import { type Route, route } from '../../../platform/http/route.ts';
import type { Module } from '../../../platform/module.ts';
import { Problem } from '../../../platform/problem.ts';
import { mountFiles, sentContentOf } from '../../exchange/sent-files/index.ts';
import type { Deps } from './deps.ts';
import {
  deleteProject,
  END_PROJECTS_CRON,
  endProject,
  endProjectsTask,
  restoreProject,
} from './end-projects.ts';
import { projectsData, TABLES } from './personal-data.ts';
import { findPicture, PROJECT_PICTURES, putPicture } from './pictures.ts';
import { listProjects, readProjectsToFinish } from './present-projects.ts';
import { saveProject } from './save-project.ts';

export type { DatedProject, EndedProject } from './deps.ts';
export { removeFromProjects, restoreInProjects } from './photos-of-projects.ts';
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

/** Editors save and end projects; customers see, delete and restore theirs. */
function projectRoutes(deps: Deps): Route[] {
  return [
    route(saveProjectEndpoint, ({ service, params, body: project }) =>
      saveProject(deps, { service, ...params, project }),
    ),
    route(putProjectPicture, ({ service, params, query, request }) =>
      putPicture(deps, {
        service,
        ...params,
        ...query,
        ...sentContentOf(request),
      }),
    ),
    route(endProjectEndpoint, ({ service, params, query }) =>
      endProject(deps, { service, ...params, ...query }),
    ),
    route(getProjects, async ({ customer: { customerId }, params, query }) => {
      if (params.accountId !== customerId) throw new Problem('not-found');
      const { skip, limit, deleted: isDeleted } = query;
      return listProjects(deps, { customerId, skip, limit, isDeleted });
    }),
    route(deleteProjectEndpoint, ({ customer: { customerId }, params }) =>
      deleteProject(deps, { customerId, ...params }),
    ),
    route(restoreProjectEndpoint, ({ customer: { customerId }, params }) =>
      restoreProject(deps, { customerId, ...params }),
    ),
  ];
}
