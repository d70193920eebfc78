export { exposureOf, nameOfCamera, parseWritten } from './describe-camera.ts';
