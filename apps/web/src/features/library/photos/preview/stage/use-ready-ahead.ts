import type { Photo } from '@keepsake/contracts';
import { useEffect } from 'react';
import { pictureOf } from './picture-source.ts';

/** Fetches the pictures of photos a step further on, once nothing more important is under way. */
export function useReadyAhead(photos: readonly Photo[], mayLoad: boolean): void {
  const wanted = photos.map((photo) => pictureOf(photo) ?? '').join('\n');
  useEffect(() => {
    if (!mayLoad || wanted === '') return;
    const images = wanted.split('\n').filter(Boolean).map(fetchPicture);
    return () => {
      for (const image of images) if (!image.complete) image.removeAttribute('src');
    };
  }, [wanted, mayLoad]);
}

function fetchPicture(url: string): HTMLImageElement {
  const image = new Image();
  image.fetchPriority = 'low';
  image.src = url;
  return image;
}
