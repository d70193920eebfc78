import { Skeleton } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import classes from './cover-card.module.css';
import card from './picture-card.module.css';
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
export function CoverCardSkeleton() {
  return (
    <li className={`${card.card} ${classes.card}`}>
      <span className={`${card.picture} ${classes.picture}`}>
        <Skeleton h="100%" />
      </span>
      <div className={card.text}>
        <Skeleton h={18} w="60%" my={3} />
        <Skeleton h={12} w="80%" my={4} />
        <Skeleton h={12} w="50%" my={4} />
      </div>
    </li>
  );
}
