import type { Photo, Thumbnail } from '@keepsake/contracts';
import { useEffect, useState } from 'react';

/** What a tile shows of its photo: its colour, a blurred picture, or the thumbnail of a size. */
export type Detail = 'colour' | 'blur' | 300 | 800;

type Picture = {
  src: string | undefined;
  hasLoaded: boolean;
  onLoad: () => void;
  onError: () => void;
  hasFailed: boolean;
};

/**
 * The thumbnail to show. Once one is there it stays while photos fly by, and a sharper one takes its place only
 * when it is decoded, so that nothing flashes.
 */
export function usePicture(photo: Photo, detail: Detail): Picture {
  const wanted = thumbnailOf(photo, detail);
  const [shown, setShown] = useState<Thumbnail | undefined>(wanted);
  const [loaded, setLoaded] = useState<string>();
  const [failed, setFailed] = useState<string>();
  if (!shown && wanted) setShown(wanted);
  const sharper = shown && wanted && wanted.id > shown.id ? wanted : undefined;
  useEffect(() => (sharper ? afterDecoding(sharper, setShown) : undefined), [sharper]);
  // An address that failed is not tried again, a newly signed one is.
  if (failed && wanted && shown?.url === failed && wanted.url !== failed) setShown(wanted);

  const src = shown?.url;
  return {
    src,
    hasLoaded: loaded !== undefined,
    hasFailed: src !== undefined && src === failed,
    onLoad: () => setLoaded(src),
    onError: () => setFailed(src),
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

function afterDecoding(thumbnail: Thumbnail, show: (thumbnail: Thumbnail) => void): () => void {
  const image = new Image();
  let isWanted = true;
  image.src = thumbnail.url;
  // The smaller picture stays where the sharper one cannot be had.
  image.decode().then(
    () => isWanted && show(thumbnail),
    () => undefined,
  );
  return () => {
    isWanted = false;
    image.src = '';
  };
}
