import type { Photo, Thumbnail } from '@keepsake/contracts';
import { useState } from 'react';
import { rememberShown } from './shown-thumbnails.ts';

/** What a tile shows of its photo: its colour, a blurred picture, or the thumbnail of a size. */
export type Detail = 'colour' | 'blur' | 300 | 800;

type Picture = {
  /** Thumbnails to draw, the sharpest on top. */
  layers: readonly Thumbnail[];
  hasLoaded: (thumbnail: Thumbnail) => boolean;
  /** There is nothing to show and nothing to wait for. */
  hasFailed: boolean;
  onLoad: (thumbnail: Thumbnail) => void;
  onError: (thumbnail: Thumbnail) => void;
};

/**
 * The thumbnails to draw. What has come stays while photos fly by, and a sharper one is laid over it, so that
 * nothing flashes. What has not come is given up as soon as it is wanted no longer.
 */
export function usePicture(photo: Photo, detail: Detail): Picture {
  const [loaded, setLoaded] = useState<readonly Thumbnail[]>([]);
  const [failed, setFailed] = useState<readonly string[]>([]);
  const wanted = thumbnailOf(photo, detail);
  const isSharper = wanted && wanted.id > (loaded.at(-1)?.id ?? 0);
  const canLoad = wanted && !failed.includes(wanted.url);
  return {
    layers: isSharper && canLoad ? [...loaded, wanted] : loaded,
    hasLoaded: (thumbnail) => loaded.includes(thumbnail),
    hasFailed: loaded.length === 0 && wanted !== undefined && !canLoad,
    onLoad: (thumbnail) => {
      rememberShown(thumbnail.url);
      setLoaded((before) => [...before, thumbnail]);
    },
    onError: ({ url }) => setFailed((before) => [...before, url]),
  };
}

/** The thumbnail of a size, or the nearest larger one a source gives. */
function thumbnailOf({ thumbnails }: Photo, detail: Detail): Thumbnail | undefined {
  if (typeof detail === 'string') return undefined;
  return (
    thumbnails.find(({ id }) => id === detail) ??
    thumbnails.find(({ id }) => id > detail) ??
    thumbnails.at(-1)
  );
}
