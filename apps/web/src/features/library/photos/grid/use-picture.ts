import { BREAKPOINTS, type Photo, type Thumbnail } from '@keepsake/contracts';
import { useEffect, useState } from 'react';
import type { Pace } from '../geometry/pace.ts';

/** What a tile shows of its photo: its average colour alone, or the thumbnail of a size over a blurred picture. */
export type Detail = 'colour' | 300 | 800;

/** Small thumbnails while moving; at rest 300 on small and medium screens [PHO-05], 800 on larger ones [PHO-06]. */
export function detailOf(pace: Pace, windowWidth: number): Detail {
  if (pace === 'flying') return 'colour';
  return pace === 'moving' || windowWidth < BREAKPOINTS.large ? 300 : 800;
}

type Picture = {
  /** Thumbnails to draw, the sharpest last, on top. */
  layers: readonly Thumbnail[];
  hasLoaded: (thumbnail: Thumbnail) => boolean;
  /** It is of the first pictures of the page, which are seen as they come: nothing but their colours stands there before. */
  isFirst: boolean;
  /** Its first thumbnail came before a blurred picture was made, which nobody would see any more. */
  isBare: boolean;
  /** There is nothing to show and nothing to wait for. */
  hasFailed: boolean;
  /** `placeholder` is what stood there until then. */
  onLoad: (thumbnail: Thumbnail, placeholder: Detail) => void;
  onError: (thumbnail: Thumbnail) => void;
};

/**
 * The thumbnails to draw. A loaded one stays while scrolling and a sharper one is drawn over it, so that nothing
 * flashes. One that has not arrived is dropped as soon as it is no longer wanted; what failed is asked for again
 * when the network is back.
 */
export function usePicture(photo: Photo, detail: Detail): Picture {
  const [loaded, setLoaded] = useState<readonly Thumbnail[]>([]);
  const [failed, setFailed] = useState<readonly string[]>([]);
  const [isFirst] = useState(() => shown.size === 0);
  const [isBare, setBare] = useState(false);
  const wanted = thumbnailOf(photo, detail);
  const isSharper = wanted && wanted.id > (loaded.at(-1)?.id ?? 0);
  useEffect(() => {
    if (failed.length === 0) return;
    const tryAgain = () => setFailed([]);
    window.addEventListener('online', tryAgain);
    return () => window.removeEventListener('online', tryAgain);
  }, [failed]);
  const canLoad = wanted && !failed.includes(wanted.url);
  return {
    layers: isSharper && canLoad ? [...loaded, wanted] : loaded,
    hasLoaded: (thumbnail) => loaded.includes(thumbnail),
    isFirst,
    isBare,
    hasFailed: loaded.length === 0 && wanted !== undefined && !canLoad,
    onLoad: (thumbnail, placeholder) => {
      rememberShown(thumbnail.url);
      if (placeholder === 'colour') setBare(true);
      setLoaded((before) => [...before, thumbnail]);
    },
    onError: ({ url }) => setFailed((before) => [...before, url]),
  };
}

/** The thumbnail of a size, else the next larger one, else the largest. */
export function thumbnailOf({ thumbnails }: Photo, detail: Detail): Thumbnail | undefined {
  if (detail === 'colour') return undefined;
  return (
    thumbnails.find(({ id }) => id === detail) ??
    thumbnails.find(({ id }) => id > detail) ??
    thumbnails.at(-1)
  );
}

/** Addresses remembered: many screens of photos. */
const MAX_SHOWN = 4_000;
const shown = new Set<string>();

/** The browser has this thumbnail: a preview can show it until its own has arrived. */
function rememberShown(url: string): void {
  const oldest = shown.size >= MAX_SHOWN ? shown.values().next().value : undefined;
  if (oldest !== undefined) shown.delete(oldest);
  shown.add(url);
}

/** Whether a tile has shown this thumbnail lately. */
export const wasShown = (url: string): boolean => shown.has(url);
