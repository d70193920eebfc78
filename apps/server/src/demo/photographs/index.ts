export { listDemoPhotographs } from './plan.ts';
export { renderDemoPhotograph } from './render.ts';
