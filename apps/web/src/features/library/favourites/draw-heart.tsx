import type { Photo } from '@keepsake/contracts/library/photos';
import { lazyPart } from '#/shared/lazy-part.tsx';
import { whenIdle } from '#/shared/when-idle.ts';

const Heart = lazyPart(() => whenIdle(() => import('./heart.tsx')));

/** The heart of a tile, for views of the customer's own photos. */
export const drawHeart = (photo: Photo, isSelecting: boolean) => (
  <Heart photo={photo} isSelecting={isSelecting} />
);
