import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import card from './picture-card.module.css';

type Props = {
  /** Additional classes of the list's cards and pictures. */
  classes: { card?: string; picture?: string };
  /** Contents below the text. */
  children?: ReactNode;
};

/** Placeholder for a card of `picture-card.module.css`. */
export function PictureCardSkeleton({ classes, children }: Props) {
  return (
    <li className={`${card.card} ${classes.card ?? ''}`}>
      <span className={`${card.picture} ${classes.picture ?? ''}`}>
        <Skeleton h="100%" />
      </span>
      <div className={card.text}>
        <Skeleton h={18} w="60%" my={3} />
        <Skeleton h={12} w="80%" my={4} />
        <Skeleton h={12} w="50%" my={4} />
      </div>
      {children}
    </li>
  );
}
