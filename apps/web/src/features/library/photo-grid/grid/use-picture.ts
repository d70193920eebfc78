import type { Photo, Thumbnail } from '@keepsake/contracts/library/photos';
import { BREAKPOINTS } from '@keepsake/contracts/platform/limits';
import { useState } from 'react';
import { useRetryPicture } from '#/features/library/stage/index.ts';
import type { Pace } from '../geometry/pace.ts';

/** What a tile shows of its photo: only its average colour, or a thumbnail of this size over a blurred picture. */
export type Detail = 'colour' | 300 | 800;

/** Small thumbnails while moving; at rest 300 on small and medium screens [PHO-05], 800 on larger ones [PHO-06]. */
export function detailOf(pace: Pace, windowWidth: number): Detail {
  if (pace === 'flying') return 'colour';
  return pace === 'moving' || windowWidth < BREAKPOINTS.large ? 300 : 800;
}

export type Picture = {
  /** Thumbnails to draw, the sharpest last, on top. */
  layers: readonly Thumbnail[];
  hasLoaded: (thumbnail: Thumbnail) => boolean;
  /** One of the page's first pictures, which are shown progressively over nothing but their colours. */
  isFirst: boolean;
  /** Its first thumbnail arrived before the blurred picture was computed, which would no longer be visible. */
  isBare: boolean;
  /** There is nothing to show and nothing to wait for. */
  hasFailed: boolean;
  /** `placeholder` is what was shown until then. */
  onLoad: (thumbnail: Thumbnail, placeholder: Detail) => void;
  onError: (thumbnail: Thumbnail) => void;
};

/**
 * The thumbnails to draw. A loaded one stays while scrolling and a sharper one is drawn over it, so that nothing flashes. One
 * that has not arrived is dropped as soon as it is no longer wanted; failed ones are requested again when the network is back.
 */
export function usePicture(photo: Photo, detail: Detail): Picture {
  const [loaded, setLoaded] = useState<readonly Thumbnail[]>([]);
  const [failed, setFailed] = useState<readonly string[]>([]);
  const [isFirst] = useState(() => shown.size === 0);
  const [isBare, setBare] = useState(false);
  const [turn, setTurn] = useState(photo.turn);
  // Nothing of how it lay is drawn into its new shape.
  if (turn !== photo.turn) {
    setTurn(photo.turn);
    setLoaded([]);
  }
  const wanted = thumbnailOf(photo, detail);
  const isSharper = wanted && wanted.id > (loaded.at(-1)?.id ?? 0);
  useRetryPicture(failed.length > 0, () => setFailed([]));
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

/** The thumbnail of a size, or the next larger one, or else the largest. */
export function thumbnailOf({ thumbnails }: Photo, detail: Detail): Thumbnail | undefined {
  if (detail === 'colour') return undefined;
  return (
    thumbnails.find(({ id }) => id === detail) ??
    thumbnails.find(({ id }) => id > detail) ??
    thumbnails.at(-1)
  );
}

/** Number of addresses remembered: several screens of photos. */
const MAX_SHOWN = 4_000;
const shown = new Set<string>();

/** Records that the browser has this thumbnail, so that a preview can show it until its own picture has arrived. */
function rememberShown(url: string): void {
  const oldest = shown.size >= MAX_SHOWN ? shown.values().next().value : undefined;
  if (oldest !== undefined) shown.delete(oldest);
  shown.add(url);
}

/** Whether a tile has recently shown this thumbnail. */
export const wasShown = (url: string): boolean => shown.has(url);
