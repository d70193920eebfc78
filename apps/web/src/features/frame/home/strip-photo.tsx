import type { Photo } from '@keepsake/contracts';
import { thumbHashToAverageRGBA } from 'thumbhash';
import { PhotosIcon } from '#/shared/ui/icons/icons.tsx';
import classes from './home.module.css';

/** Shape of a photo whose size is not known yet. */
const USUAL_RATIO = 4 / 3;
/** Panoramas and long strips are cut to these shapes here; the timeline shows them whole. */
const [NARROWEST, WIDEST] = [0.6, 2];

/** One photo of the strip: its average colour until the picture is there. */
export function StripPhoto({ photo }: { photo: Photo }) {
  const style = { '--ratio': ratioOf(photo), backgroundColor: colorOf(photo.thumbhash) };
  const sources = photo.thumbnails.filter(({ id }) => id <= 800).toSorted((a, b) => a.id - b.id);
  return (
    <span className={classes.photo} style={style}>
      {sources[0] ? (
        <img
          src={sources[0].url}
          srcSet={sources.map(({ url, width, id }) => `${url} ${width ?? id}w`).join(', ')}
          sizes="240px"
          alt=""
          decoding="async"
        />
      ) : (
        <span className={classes.waiting}>
          <PhotosIcon size={24} />
        </span>
      )}
    </span>
  );
}

function ratioOf({ visibleWidth, visibleHeight }: Photo): number {
  const ratio = visibleWidth && visibleHeight ? visibleWidth / visibleHeight : USUAL_RATIO;
  return Math.min(Math.max(ratio, NARROWEST), WIDEST);
}

function colorOf(thumbhash: string | undefined): string | undefined {
  if (!thumbhash) return undefined;
  const bytes = Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0));
  const { r, g, b } = thumbHashToAverageRGBA(bytes);
  return `rgb(${[r, g, b].map((part) => Math.round(part * 255)).join(' ')})`;
}
