export { dateFromFileName } from './date-from-file-name.ts';
export { ImageError } from './image-error.ts';
export type { ImageFormat } from './image-format.ts';
export { createImageProcessor, type ImageProcessor } from './image-processor.ts';
export type { ProcessedImage } from './processed-image.ts';
export { JPEG_HEAD_BYTES, readJpegHeadDate } from './read-jpeg-head-date.ts';
export { sniffFormat } from './sniff-format.ts';
