import { pictureAt } from '@keepsake/contracts/platform/limits';
import type { CSSProperties, ReactNode } from 'react';
import classes from './cover-card.module.css';
import card from './picture-card.module.css';
import { PictureCardSkeleton } from './picture-card-skeleton.tsx';
import { thumbhashPicture } from './thumbhash-image.ts';

/** The first page of a product that can be viewed page by page; sizes in any unit. */
type Cover = { pictureUrl: string | null; width: number; height: number; thumbhash: string | null };
type Props = {
  cover: Cover | null;
  /** Shown while there is no picture. */
  icon: ReactNode;
};

/** The uncropped cover on a card of `picture-card.module.css`. */
export function CoverPicture({ cover, icon }: Props) {
  const placeholder = cover?.thumbhash ? thumbhashPicture(cover.thumbhash) : '';
  return (
    <span className={`${card.picture} ${classes.picture}`}>
      {cover?.pictureUrl ? (
        <img
          src={pictureAt(cover.pictureUrl, 800)}
          alt=""
          loading="lazy"
          style={
            {
              '--ratio': cover.width / cover.height,
              '--placeholder': placeholder ? `url(${placeholder})` : undefined,
            } as CSSProperties
          }
        />
      ) : (
        icon
      )}
    </span>
  );
}

/** Placeholder for a card with a cover. */
export const CoverCardSkeleton = () => <PictureCardSkeleton classes={classes} />;
