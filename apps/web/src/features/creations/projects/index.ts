export { ProjectsPage } from './projects-page.tsx';
export { ProjectsToFinish } from './projects-to-finish.tsx';
export { useAllProjects } from './queries.ts';
