import type { Photo } from '@keepsake/contracts/library/photos';
import { drawHeart } from '#/features/library/favourites/index.ts';
import classes from './draw-marks.module.css';

/** What tiles of the customer's own photos show beside the picture: the heart, and the year where nothing else is certain. */
export const drawMarks = (photo: Photo, isSelecting: boolean) => (
  <>
    {drawHeart(photo, isSelecting)}
    <OnlyYear photo={photo} />
  </>
);

type Props = { photo: Pick<Photo, 'dateTaken' | 'datePrecision'> };

/**
 * The year of a photo of which nothing else is certain: it stands below the heading of a month, which says more than anybody knows.
 * The name of the tile says it, too.
 */
function OnlyYear({ photo: { dateTaken, datePrecision } }: Props) {
  if (datePrecision !== 'year') return null;
  return (
    <span className={classes.year} aria-hidden="true">
      {dateTaken?.slice(0, 4)}
    </span>
  );
}
