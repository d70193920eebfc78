export type { DemoPhotograph } from './demo-photograph.ts';
export { listDemoPhotographs } from './plan.ts';
export { renderDemoPhotograph } from './render.ts';
