import { ViewSkeleton } from '../view/view-skeleton.tsx';
import classes from './album-skeleton.module.css';

/** An album's controls and photos while the album is on its way. */
export function AlbumSkeleton() {
  return (
    <>
      <div className={classes.header}>
        <div className={classes.button} />
        <div className={classes.sort} />
      </div>
      <ViewSkeleton isTitled={false} />
    </>
  );
}
