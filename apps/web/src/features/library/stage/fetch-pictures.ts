import { useEffect, useEffectEvent } from 'react';
import { listenTo } from '#/shared/signal.ts';

/** Cancels loading a picture that is no longer needed, since it would delay others and stay in memory. */
export function cancelWhenRemoved(image: HTMLImageElement | null) {
  return () => image?.removeAttribute('src');
}

/** Requests a picture that has failed again, by `retry`, as soon as the network is back. */
export function useRetryPicture(hasFailed: boolean, retry: () => void): void {
  const onOnline = useEffectEvent(retry);
  useEffect(() => {
    if (hasFailed) return listenTo(window, 'online', () => onOnline());
  }, [hasFailed]);
}

/** Prefetches pictures once nothing more important is loading. */
export function useFetchAhead(urls: readonly string[], mayLoad: boolean): void {
  const wanted = urls.join('\n');
  useEffect(() => {
    if (!mayLoad || wanted === '') return;
    const images = wanted.split('\n').map(fetchPicture);
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
