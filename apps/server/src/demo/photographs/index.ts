export type { DemoPhotograph } from './demo-photograph.ts';
export { listDemoPhotographs } from './plan.ts';
export { startRenderer } from './start-renderer.ts';
