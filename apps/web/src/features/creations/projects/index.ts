export { ProjectsPage } from './projects-page.tsx';
export { projectsPart } from './projects-to-finish.tsx';
export { useAllProjects } from './queries.ts';
