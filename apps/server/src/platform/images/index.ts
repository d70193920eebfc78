export { dateFromFileName } from './date-from-file-name.ts';
export type { ImageLog } from './decoder-pool.ts';
export { ImageError, type ImageErrorCode } from './image-error.ts';
export { type ImageFormat, MAX_PIXELS } from './image-format.ts';
export {
  createImageProcessor,
  type ImageProcessor,
  type ImageProcessorOptions,
  type ImageSource,
} from './image-processor.ts';
export {
  type ProcessedImage,
  THUMBNAIL_SIZES,
  type Thumbnail,
  type ThumbnailSize,
} from './processed-image.ts';
export { JPEG_HEAD_BYTES, readJpegHeadDate } from './read-jpeg-head-date.ts';
export { SNIFF_BYTES, sniffFormat } from './sniff-format.ts';
export type { WallTime } from './wall-time.ts';
