export type { DemoPhoto } from './demo-photo.ts';
export { listDemoPhotos } from './plan.ts';
export { startRenderer } from './start-renderer.ts';
