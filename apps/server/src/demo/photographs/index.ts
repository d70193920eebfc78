export { listDemoPhotographs } from './plan.ts';
export { startRenderer } from './start-renderer.ts';
