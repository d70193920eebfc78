export { uploadsCron } from './clean-up.ts';
export { createUploads } from './create-uploads.ts';
