import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { PhotosIcon } from './icons.tsx';
import classes from './row-list.module.css';

type ListProps = { isBusy?: boolean; children: ReactNode };

/** Rows in a subtle frame: `Row`s with a name, details and possibly an action, or the list's own items. */
export function RowList({ isBusy, children }: ListProps) {
  return (
    <ul className={classes.list} aria-busy={isBusy}>
      {children}
    </ul>
  );
}

type RowProps = {
  /** Before the text. */
  picture?: ReactNode;
  /** Beside the text; below it on a phone. */
  action?: ReactNode;
  children: ReactNode;
};

export function Row({ picture, action, children }: RowProps) {
  return (
    <li className={classes.row}>
      {picture && <div className={classes.picture}>{picture}</div>}
      <div className={classes.text}>{children}</div>
      {action}
    </li>
  );
}

/** Small pictures of what is inside something, or an icon. Decorative, because its name is beside them. */
export function PictureStrip({ pictures }: { pictures: readonly string[] }) {
  return (
    <span className={classes.pictures} aria-hidden="true">
      {pictures.length === 0 && <PhotosIcon size={26} />}
      {pictures.map((url) => (
        <img key={url} src={url} alt="" loading="lazy" />
      ))}
    </span>
  );
}

type NameProps = { order: 2 | 3; children: ReactNode };

/** The name of a row, as a heading in the page's outline. */
export function RowName({ order, children }: NameProps) {
  const Heading = `h${order}` as const;
  return <Heading className={classes.name}>{children}</Heading>;
}

type DetailProps = { isFailure?: boolean; children: ReactNode };

export function RowDetail({ isFailure = false, children }: DetailProps) {
  return (
    <p className={classes.detail} data-failure={isFailure || undefined}>
      {children}
    </p>
  );
}

const SKELETON_WIDTHS = [220, 180, 260];

/** Placeholder rows, each with a name and a detail, while a list loads. */
export function RowsSkeleton() {
  return (
    <RowList isBusy>
      {SKELETON_WIDTHS.map((width) => (
        <Row key={width}>
          <Skeleton h={18} w={width} my={4} />
          <Skeleton h={12} w={160} my={6} />
        </Row>
      ))}
    </RowList>
  );
}
