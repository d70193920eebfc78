import {
  deleteProject as deleteProjectEndpoint,
  endProject as endProjectEndpoint,
  getProjects,
  putProjectPicture,
  restoreProject as restoreProjectEndpoint,
  saveProject as saveProjectEndpoint,
} from '@keepsake/contracts/creations/projects';
import { type Route, route } from '../../../platform/http/route.ts';
import { Problem } from '../../../platform/problem.ts';
import { sentContentOf } from '../../exchange/sent-files/index.ts';
import type { Deps } from './deps.ts';
import { deleteProject, endProject, restoreProject } from './end-projects.ts';
import { putPicture } from './pictures.ts';
import { listProjects } from './present-projects.ts';
import { saveProject } from './save-project.ts';

/** Editors save and end projects; customers see, delete and restore theirs. */
export function projectRoutes(deps: Deps): Route[] {
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
