import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './albums-grid.module.css';

/** Tiles of albums that are on their way: cover, name and facts. */
export function AlbumPlaceholders({ count }: { count: number }): ReactNode {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
    <li key={index}>
      <Skeleton className={classes.placeholder} />
      <Skeleton height={16} width="70%" mt={14} />
      <Skeleton height={12} width="90%" mt={10} />
    </li>
  ));
}
