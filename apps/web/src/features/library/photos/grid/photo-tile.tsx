import type { Photo } from '@keepsake/contracts';
import { memo } from 'react';
import { BrokenPictureIcon, PictureIcon } from './icons.tsx';
import { OrderedMark } from './ordered-mark.tsx';
import classes from './photo-tile.module.css';
import { thumbhashColour, thumbhashPicture } from './thumbhash-image.ts';
import { type Detail, usePicture } from './use-picture.ts';

type Props = {
  photo: Photo;
  detail: Detail;
  /** Names the photo to those who do not see it. */
  describe: (photo: Photo) => string;
  /** Address of its preview; without it the photo does not open. */
  hrefOf?: (photo: Photo) => string;
  /** Whether Tab stops here: one tile of the grid at a time. */
  isTabStop: boolean;
  isSelecting: boolean;
  isSelected: boolean;
};

/** A photo of the grid: its placeholder first, then its thumbnail, or what became of it [PHO-08]. */
export const PhotoTile = memo(function PhotoTile({ photo, detail, describe, ...rest }: Props) {
  const { hrefOf, isTabStop, isSelecting, isSelected } = rest;
  const { layers, hasLoaded, hasFailed, onLoad, onError } = usePicture(photo, detail);
  const state = hasFailed ? 'failure' : photo.thumbnailState;
  const href = hrefOf?.(photo);
  return (
    <>
      <a
        className={classes.tile}
        href={href}
        {...meaningOf(isSelecting, isSelected, href)}
        aria-label={describe(photo)}
        draggable={false}
        data-selected={isSelected || undefined}
        tabIndex={isTabStop ? 0 : -1}
        data-state={state}
        style={placeholderOf(photo, detail)}
      >
        {state === 'success' &&
          layers.map((thumbnail) => (
            <img
              key={thumbnail.url}
              ref={cancelWhenRemoved}
              className={classes.picture}
              src={thumbnail.url}
              alt=""
              decoding="async"
              draggable={false}
              data-loaded={hasLoaded(thumbnail) || undefined}
              onLoad={() => onLoad(thumbnail)}
              onError={() => onError(thumbnail)}
            />
          ))}
        {state === 'loading' && <PictureIcon className={classes.loading} />}
        {state === 'failure' && <Failure fileName={photo.localFileName} />}
        {photo.isOrdered && <OrderedMark />}
      </a>
      <span
        className={classes.check}
        data-check=""
        data-state={isSelected ? 'all' : 'none'}
        aria-hidden="true"
      />
    </>
  );
});

/** A link to the preview, something to choose, or a mere picture. */
function meaningOf(isSelecting: boolean, isSelected: boolean, href: string | undefined) {
  if (isSelecting) return { role: 'checkbox', 'aria-checked': isSelected };
  return href ? {} : { role: 'img' };
}

function Failure({ fileName }: { fileName: string }) {
  return (
    <span className={classes.failure}>
      <BrokenPictureIcon className={classes.icon} />
      <span className={classes.fileName}>{fileName}</span>
    </span>
  );
}

/** The picture is only made where it can be seen: the colour alone costs a hundredth of it. */
function placeholderOf({ thumbhash }: Photo, detail: Detail) {
  if (!thumbhash) return undefined;
  const backgroundColor = thumbhashColour(thumbhash) || undefined;
  if (detail === 'colour') return { backgroundColor };
  const picture = thumbhashPicture(thumbhash);
  return { backgroundColor, backgroundImage: picture ? `url(${picture})` : undefined };
}

/** A picture that scrolled away must not hold up those in view, nor be kept alive by its own loading. */
function cancelWhenRemoved(image: HTMLImageElement | null) {
  return () => image?.removeAttribute('src');
}
