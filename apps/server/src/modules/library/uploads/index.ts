export { uploadsCron } from './clean-up.ts';
export { createUploads, type Uploads } from './create-uploads.ts';
