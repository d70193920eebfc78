import { THUMBNAIL_SIZES } from '@keepsake/contracts';

/** Where a thumbnail of an original is kept, next to it. */
export function thumbnailKey(objectKey: string, size: number): string {
  return `${objectKey}.${size}.jpg`;
}

/** Where all thumbnails of an original are kept, or would be. */
export function thumbnailKeys(objectKey: string): string[] {
  return THUMBNAIL_SIZES.map((size) => thumbnailKey(objectKey, size));
}
