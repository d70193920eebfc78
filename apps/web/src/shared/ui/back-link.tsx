import { Link, type LinkProps } from '@tanstack/react-router';
import classes from './back-link.module.css';
import { BackIcon } from './icons.tsx';

/** The parent is not the page that is open, though its address begins this one's. */
const EXACT = { exact: true };

/** The link to the parent page, before a heading. */
export function BackLink({ label, ...page }: Pick<LinkProps, 'to' | 'params'> & { label: string }) {
  return (
    <Link
      className={classes.back}
      {...page}
      activeOptions={EXACT}
      aria-label={label}
      title={label}
      data-unprinted
    >
      <BackIcon />
    </Link>
  );
}
