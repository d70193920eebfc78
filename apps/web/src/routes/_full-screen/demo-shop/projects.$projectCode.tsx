import { createFileRoute } from '@tanstack/react-router';
import { ProjectPage } from '#/features/shop/demo-shop/index.ts';

export const Route = createFileRoute('/_full-screen/demo-shop/projects/$projectCode')({
  component: ProjectRoute,
});

function ProjectRoute() {
  const { projectCode } = Route.useParams();
  return <ProjectPage key={projectCode} projectCode={projectCode} />;
}
