import { createFileRoute } from '@tanstack/react-router';
import { CutOffNotice } from '#/features/commerce/merchandise/cut-off-notice.tsx';
import { ProjectsPage } from '#/features/commerce/projects/projects-page.tsx';
import type { MenuEntry } from '#/shared/extension-points.ts';
import { pageOf } from '#/shared/search-params.ts';
import { ProjectIcon } from '#/shared/ui/icons.tsx';

export const projectsEntry: MenuEntry = {
  key: 'saved-projects',
  label: 'shell.savedProjects',
  icon: <ProjectIcon />,
  to: '/saved-projects',
};

export const Route = createFileRoute('/_shell/saved-projects')({
  validateSearch: (search): { page?: number } => ({ page: pageOf(search.page) }),
  component: ProjectsRoute,
  staticData: { heading: { text: 'projects.title' }, hasCutOffs: true },
});

function ProjectsRoute() {
  return <ProjectsPage page={Route.useSearch().page} notice={<CutOffNotice />} />;
}
