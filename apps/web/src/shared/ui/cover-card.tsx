import type { CSSProperties, ReactNode } from 'react';
import classes from './cover-card.module.css';
import card from './picture-card.module.css';
import { PictureCardSkeleton } from './picture-card-skeleton.tsx';
import { thumbhashPicture } from './thumbhash-image.ts';

/** The first page of something that can be looked at page by page; sizes in any unit. */
type Cover = { pictureUrl: string | null; width: number; height: number; thumbhash: string | null };
type Props = {
  cover: Cover | null;
  /** What stands there while there is no picture. */
  icon: ReactNode;
};

/** The cover on a card of `picture-card.module.css`, whole and as it lies. */
export function CoverPicture({ cover, icon }: Props) {
  const placeholder = cover?.thumbhash ? thumbhashPicture(cover.thumbhash) : '';
  return (
    <span className={`${card.picture} ${classes.picture}`}>
      {cover?.pictureUrl ? (
        <img
          src={`${cover.pictureUrl}/800`}
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

/** Stands where a card with a cover will. */
export const CoverCardSkeleton = () => <PictureCardSkeleton classes={classes} />;
