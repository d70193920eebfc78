export { createUploads, type Uploads } from './create-uploads.ts';
