import type { Photo } from '@keepsake/contracts/library/photos';
import { wasShown } from '#/features/library/photo-grid/index.ts';

/** Thumbnail of the preview [PHO-04]. */
const PREVIEW_SIZE = 1300;

/** Address of the picture in the preview; undefined while there is none. */
export function pictureOf({ thumbnails, thumbnailState, url }: Photo): string | undefined {
  if (thumbnailState !== 'success') return undefined;
  return (thumbnails.find(({ id }) => id === PREVIEW_SIZE) ?? thumbnails.at(-1))?.url ?? url;
}

/** The largest smaller thumbnail that the browser already has, shown until the picture is loaded. */
export function thumbnailInBrowser({ thumbnails }: Photo): string | undefined {
  return thumbnails.findLast(({ id, url }) => id < PREVIEW_SIZE && wasShown(url))?.url;
}

/** width / height as displayed; undefined while unknown. */
export function ratioOf({ visibleWidth, visibleHeight, thumbnails }: Photo): number | undefined {
  if (visibleWidth && visibleHeight) return visibleWidth / visibleHeight;
  const { width, height } = thumbnails.at(-1) ?? {};
  return width && height ? width / height : undefined;
}
